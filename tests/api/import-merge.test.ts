import { expect, test } from "vitest";
import { createCatalogue } from "@/tests/support/corrections";
import {
  importHere,
  makeFolder,
  OF_NEWEST,
  query,
  readContent,
  readRuns,
  readVersions,
} from "@/tests/support/import-cli";

const PRICES = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const PRODUCTS = "slug,name,vendor,service,category,plan,website,in_basket";
const PAGE = "https://a.example/";
const price = (text: string, source = "a", url = PAGE) => {
  const [product, country, platform, period, amount = "", currency = "", day] = text
    .split(" ")
    .map((cell) => (cell === "-" ? "" : cell));
  return [product, country, platform, period, amount, currency, day, source, url].join(",");
};

async function setUp() {
  const database = await createCatalogue();
  const folder = await makeFolder();
  let files = 0;
  const importRows = async (header: string, rows: string[], acceptsOutliers = false) => {
    files += 1;
    const file = await folder.write(`file-${files}.csv`, [header, ...rows].join("\n"));
    return importHere(database.url, [file], acceptsOutliers);
  };
  return {
    database,
    folder,
    importRows,
    importPrices: (rows: string[], acceptsOutliers = false) => importRows(PRICES, rows, acceptsOutliers),
    importRates: (rows: string[], acceptsOutliers = false) =>
      importRows("currency,date,usd_per_unit,source", rows, acceptsOutliers),
    query: (sql: string) => query(database.url, sql),
    [Symbol.asyncDispose]: async () => {
      await folder[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

test("what is stored before there is a price is published with the first one", async () => {
  await using at = await setUp();
  expect(await readVersions(at.database.url)).toEqual([]);
  const { text } = await at.importPrices([price("x US ios monthly 10 USD 2026-09-01")]);
  expect(text).toContain(
    "published dataset version 2026-09-01.1: 1 current prices of 2 products in 1 countries, 0 ended series",
  );
  expect(await at.query(`SELECT vendor FROM product WHERE ${OF_NEWEST} ORDER BY slug`)).toEqual([["Maker"], ["null"]]);
});

test("a series ends on a day without a price, keeps its history, and comes back as another run", async () => {
  await using at = await setUp();
  const days = [
    price("x US ios monthly 10 USD 2026-01-01"),
    price("x US ios monthly 10.00 USD 2026-02-01"),
    price("x US ios monthly - - 2026-03-01"),
    price("x US ios monthly - - 2026-03-02"),
    price("x US ios monthly 10 USD 2026-04-01", "b", "https://b.example/"),
    price("x US ios monthly 12 USD 2026-05-01"),
    price("x US ios monthly 12 USD 2026-06-01"),
    price("x US ios monthly - - 2026-07-01"),
  ];
  const { text } = await at.importPrices([...days].reverse());
  expect(text).toContain("added 1, changed 4, confirmed 3, unchanged 0");
  expect(text).toContain("series ended: 1");
  const state = `SELECT amount, currency, source_id, verified_on, usd, fx_rate
    FROM series LEFT JOIN price ON series_id = series.id AND ${OF_NEWEST}`;
  expect(await at.query(state)).toEqual([Array(6).fill("null")]);
  const runs = await readRuns(at.database.url, "amount, first_seen_on, last_seen_on, usd, fx_date, source_url");
  expect(runs).toEqual([
    ["10.0000", "2026-01-01", "2026-02-01", "10.0000", "2026-01-01", PAGE],
    ["10.0000", "2026-04-01", "2026-04-01", "10.0000", "2026-04-01", "https://b.example/"],
    ["12.0000", "2026-05-01", "2026-06-01", "12.0000", "2026-05-01", PAGE],
  ]);

  const reopened = await at.importPrices([price("x US ios monthly 11 USD 2026-08-01")]);
  expect(reopened.text).toContain("-8.3%  x US ios monthly: 12 -> 11 USD (2026-06-01 -> 2026-08-01)");
  expect(await at.query(`SELECT amount, verified_on FROM price WHERE ${OF_NEWEST}`)).toEqual([
    ["11.0000", "2026-08-01"],
  ]);
});

test("an older day that comes late takes its place in the history and leaves the price", async () => {
  await using at = await setUp();
  await at.importPrices([price("x US ios monthly 10 USD 2026-01-01"), price("x US ios monthly 10 USD 2026-03-01")]);
  const { text } = await at.importPrices([price("x US ios monthly 9 USD 2026-02-01")]);
  expect(text).toContain("added 0, changed 1, confirmed 0");
  expect(await at.query(`SELECT amount, verified_on FROM price WHERE ${OF_NEWEST}`)).toEqual([
    ["10.0000", "2026-03-01"],
  ]);
  const runs = await readRuns(at.database.url, "amount, first_seen_on");
  expect(runs.map(([amount]) => amount)).toEqual(["10.0000", "9.0000", "10.0000"]);
});

test("when an amount changed is known however its days arrive", async () => {
  const cases: Record<string, [days: string[], expected: string]> = {
    "a first price has not changed": [["10 USD 2026-01-01"], "null"],
    "a confirmed one neither": [["10 USD 2026-01-01", "10 USD 2026-02-01"], "null"],
    "another amount": [["10 USD 2026-01-01", "11 USD 2026-02-01", "11 USD 2026-03-01"], "2026-02-01"],
    "another currency": [["10 USD 2026-01-01", "10 EUR 2026-02-01"], "2026-02-01"],
    "a price that came back": [["10 USD 2026-01-01", "- - 2026-02-01", "10 USD 2026-03-01"], "2026-03-01"],
    "the old amount, seen on a later day": [
      ["10 USD 2026-01-01", "11 USD 2026-03-01", "10 USD 2026-02-01"],
      "2026-03-01",
    ],
    "the new amount, seen earlier": [["10 USD 2026-01-01", "11 USD 2026-03-01", "11 USD 2026-02-01"], "2026-02-01"],
    "another one before the first": [["10 USD 2026-03-01", "9 USD 2026-02-01"], "2026-03-01"],
    "an exception between": [["10 USD 2026-01-01", "10 USD 2026-03-01", "9 USD 2026-02-01"], "2026-03-01"],
  };
  const products = Object.keys(cases).map((name, at) => `p${at},"${name}",,P,ai,Pro,,false`);
  const rows = Object.values(cases).map(([days], at) => days.map((day) => price(`p${at} US ios monthly ${day}`)));
  const rounds = [0, 1, 2].map((at) => rows.flatMap((row) => row[at] ?? []));
  for (const files of [rounds, [rounds.flat()]]) {
    await using at = await setUp();
    await importHere(at.database.url, [await at.folder.write("p.csv", [PRODUCTS, ...products].join("\n"))]);
    for (const file of files) expect(await at.importPrices(file, true)).toMatchObject({ code: 0 });
    const read = `SELECT product.name, price.changed_on, product.changed_on FROM price
      JOIN product ON product.version_id = price.version_id AND slug = product WHERE price.${OF_NEWEST} ORDER BY slug`;
    expect(await at.query(read)).toEqual(Object.entries(cases).map(([name, [, day]]) => [name, day, day]));
  }
});

test("of two sources that agree on a day the lower id is kept, whichever came first", async () => {
  const a = price("x US ios monthly 10 USD 2026-09-01", "a", "https://a.example/z");
  const b = price("x US ios monthly 10 USD 2026-09-01", "b", "https://b.example/");
  const lower = price("x US ios monthly 10 USD 2026-09-01", "a", "https://a.example/a");
  const contents: string[] = [];
  for (const [first, second] of [
    [[a, b, lower], []],
    [[b], [a, lower]],
    [[b, lower], [a]],
    [[lower], [b, a]],
  ] as const) {
    await using at = await setUp();
    await at.importPrices([...first]);
    if (second.length > 0) await at.importPrices([...second]);
    contents.push(await readContent(at.database.url));
  }
  expect(contents[0]).toContain("10.0000|USD|a|https://a.example/a");
  expect(new Set(contents)).toHaveLength(1);
});

test("a source that is replaced counts as changed, one that is not as unchanged and publishes nothing", async () => {
  await using at = await setUp();
  await at.importPrices([price("x US ios monthly 10 USD 2026-09-01", "b")]);
  const lower = await at.importPrices([price("x US ios monthly 10 USD 2026-09-01", "a")]);
  expect(lower.text).toContain("added 0, changed 1, confirmed 0, unchanged 0");
  const higher = await at.importPrices([price("x US ios monthly 10 USD 2026-09-01", "b")]);
  expect(higher.text).toContain("added 0, changed 0, confirmed 0, unchanged 1");
  expect(await readVersions(at.database.url)).toHaveLength(2);
});

test("the newest rate counts, then ECB before the Currency API before others; no rate, no dollars", async () => {
  await using at = await setUp();
  const { database } = at;
  await importHere(database.url, ["prisma/data/sources.csv"]);
  await at.importPrices([
    price("x TR ios yearly 1200 TRY 2026-09-01"),
    price("x JP ios monthly 1000 JPY 2026-09-01"),
    price("x US ios weekly 3 USD 2026-09-01"),
  ]);
  const figures = `SELECT country, fx_rate::float, fx_date, usd, usd_monthly FROM price WHERE ${OF_NEWEST} ORDER BY country`;
  expect(await at.query(figures)).toEqual([
    ["JP", "null", "null", "null", "null"],
    ["TR", "null", "null", "null", "null"],
    ["US", "1", "2026-09-01", "3", "13"],
  ]);
  const rates = [
    "TRY,2026-09-02,0.03,a",
    "TRY,2026-09-02,0.02,currency-api",
    "TRY,2026-09-01,0.05,ecb",
    "EUR,2026-09-04,1.1,ecb",
  ];
  await at.importRates(rates);
  expect(await at.query(figures)).toEqual([
    ["JP", "null", "null", "null", "null"],
    ["TR", "0.02", "2026-09-02", "24", "2"],
    ["US", "1", "2026-09-04", "3", "13"],
  ]);
  await at.importRates(["TRY,2026-09-02,0.025,ecb", "TRY,2026-09-01,0.9,b"], true);
  expect((await at.query(figures))[1]).toEqual(["TR", "0.025", "2026-09-02", "30", "2.5"]);
  const { text } = await at.importRates(["TRY,2026-09-02,0.025,ecb"]);
  expect(text).toContain("nothing to publish");
});

test("history is in dollars of its first day, or of at most ten days before", async () => {
  await using at = await setUp();
  await at.importRates(["TRY,2026-01-01,0.03,b", "TRY,2026-01-05,0.02,a", "TRY,2026-01-20,0.01,a"]);
  await at.importPrices([
    price("x TR ios monthly 100 TRY 2026-01-15"),
    price("y TR ios monthly 100 TRY 2026-01-16"),
    price("y TR web monthly 100 TRY 2025-12-31"),
    price("y TR web yearly 100 TRY 2026-01-20"),
  ]);
  expect(await readRuns(at.database.url, "product, platform, period, usd, fx_date")).toEqual([
    ["x", "ios", "monthly", "2.0000", "2026-01-05"],
    ["y", "ios", "monthly", "null", "null"],
    ["y", "web", "monthly", "null", "null"],
    ["y", "web", "yearly", "1.0000", "2026-01-20"],
  ]);
});

test("rates keep ten significant digits, and those that differ by their rounding are the same", async () => {
  await using at = await setUp();
  await at.importRates(["IDR,2026-09-01,6.00856112349e-05,a", "TRY,2026-09-01,0.0204100530249,a"]);
  const rates = "SELECT trim_scale(usd_per_unit) FROM rate WHERE superseded_in IS NULL ORDER BY currency";
  expect(await at.query(rates)).toEqual([["0.00006008561123"], ["0.02041005302"]]);
  await at.importRates(["TRY,2026-09-01,0.02041005303,a"]);
  const lower = await at.importRates(["TRY,2026-09-01,0.02041005301,a"]);
  expect(lower.text).toContain("changed 1");
  expect(await at.query(rates)).toEqual([["0.00006008561123"], ["0.02041005301"]]);
});

test("products: countries once, the median of each country's cheapest rounded half to even, ties by country and platform", async () => {
  await using at = await setUp();
  await at.importPrices([
    price("x TR web monthly 5 USD 2026-09-01"),
    price("x TR ios monthly 5 USD 2026-09-02"),
    price("x TR android monthly 9 USD 2026-09-01"),
    price("x DE ios monthly 5 USD 2026-09-01"),
    price("x US ios yearly 60.0012 USD 2026-09-01"),
    price("x GB web monthly 9 USD 2026-09-01"),
    price("x EG ios monthly 7 EGP 2026-09-03"),
  ]);
  const [figures] = await at.query(
    `SELECT p.countries, usd_monthly_min, usd_monthly_median, usd_monthly_max, p.verified_on, c.country || c.platform, d.country || d.platform
     FROM product p JOIN price c ON c.version_id = p.version_id AND c.series_id = cheapest_id
     JOIN price d ON d.version_id = p.version_id AND d.series_id = most_expensive_id WHERE slug = 'x' AND p.${OF_NEWEST}`,
  );
  // DE 5, TR 5, US 5.0001, GB 9: the median is 5.00005, rounded half to even 5. EG has no rate, so it is not ranked and its day
  // is none of those of the figures.
  expect(figures).toEqual(["5", "5", "5", "9", "2026-09-02", "DEios", "GBweb"]);
  expect(
    await at.query(`SELECT countries, usd_monthly_min, verified_on FROM product WHERE slug = 'y' AND ${OF_NEWEST}`),
  ).toEqual([["0", "null", "null"]]);
});

test("a new cheapest country is told", async () => {
  await using at = await setUp();
  await at.importPrices([price("x US ios monthly 10 USD 2026-09-01"), price("x TR ios monthly 5 USD 2026-09-01")]);
  const { text } = await at.importPrices([price("x TR ios monthly 12 USD 2026-09-02")]);
  expect(text).toContain("new cheapest countries:\n  x: TR -> US");
  expect(text).toContain("+140.0%  x TR ios monthly: 5 -> 12 USD (2026-09-01 -> 2026-09-02)");
});

test("a jump of a known series stops the import until it is accepted; the history of a new one does not", async () => {
  await using at = await setUp();
  const first = await at.importPrices([
    price("x US ios monthly 1 USD 2026-01-01"),
    price("x US ios monthly 6 USD 2026-02-01"),
  ]);
  expect(first.code).toBe(0);
  expect(first.text).toContain("warning: moved to more than 5 times the price or less than a fifth (1)");
  const before = await readContent(at.database.url);

  const fivefold = price("x US ios monthly 30 USD 2026-03-01");
  const jump = price("x US ios monthly 5.99 USD 2026-04-01");
  const stopped = await at.importPrices([fivefold, jump]);
  expect(stopped.code).toBe(1);
  expect(stopped.text).toContain(
    "(1, --accept-outliers to go on)\n  x US ios monthly: from 30 USD (2026-03-01) to 5.99 USD (2026-04-01)",
  );
  expect(await readContent(at.database.url)).toBe(before);

  expect((await at.importPrices([fivefold, jump], true)).code).toBe(0);
  const elsewhere = await at.importPrices([price("x US ios monthly 100 EUR 2026-05-01")]);
  expect(elsewhere.code).toBe(1);
  expect(elsewhere.text).toContain("x US ios monthly: 100 EUR, a currency of elsewhere: it was 5.99 USD");
  expect(elsewhere.text, "another currency is no jump where no rate says so").not.toContain("moved to more than");
});

test("a jump is held against in US dollars, wherever its row comes", async () => {
  await using at = await setUp();
  await at.importRates(["ARS,2026-01-01,0.0007,a"]);
  const put = (...days: string[]) => at.importPrices(days.map((day) => price(`x AR ${day}`)));
  await put(
    "ios monthly 10 USD 2026-01-01",
    "ios monthly 10 USD 2026-03-01",
    "android monthly 10 USD 2026-03-01",
    "web monthly 7199 ARS 2026-01-01",
    "web yearly 60 USD 2026-01-01",
  );
  const { code, text } = await put(
    "ios monthly 100 USD 2026-02-01",
    "android monthly 100 USD 2026-02-01",
    "web monthly 7199 USD 2026-02-01",
  );
  const says = [
    // A late row jumps from the one before it, and to the one after it.
    "x AR ios monthly: from 100 USD (2026-02-01) to 10 USD (2026-03-01)",
    "x AR ios monthly: from 10 USD (2026-01-01) to 100 USD (2026-02-01)",
    // A late row before all others.
    "x AR android monthly: from 100 USD (2026-02-01) to 10 USD (2026-03-01)",
    // A currency by mistake.
    "x AR web monthly: from 7199 ARS (2026-01-01) to 7199 USD (2026-02-01)",
  ];
  expect(code).toBe(1);
  expect(text).toContain(`(${says.length}, --accept-outliers to go on)`);
  for (const line of says) expect(text).toContain(line);
  const same = ["ios", "android", "web"].map((platform) => `${platform} monthly 5.10 USD 2026-02-15`);
  expect((await put(...same)).code).toBe(0);
});

test("as much in another currency is no jump, whatever a unit of a third is worth", async () => {
  await using at = await setUp();
  await at.importRates(["TRY,2026-01-01,0.02,a", "KWD,2026-02-01,3.25,a", "IDR,2026-03-01,0.00006,a"]);
  const lira = "289.99 TRY 2026-03-01";
  const dollars = "5.99 USD 2026-02-01";
  // A late row in the currency of before, and another currency from now on.
  await at.importPrices([price(`x TR ios monthly ${lira}`), price(`x TR web monthly ${dollars}`)]);
  const { code, text } = await at.importPrices([
    price(`x TR ios monthly ${dollars}`),
    price(`x TR web monthly ${lira}`),
  ]);
  expect([code, text]).toEqual([0, expect.not.stringContaining("moved to more than")]);
});

test("the largest moves are those of the largest ratio, up or down", async () => {
  await using at = await setUp();
  const days = (country: string, was: number, is: number) => [
    price(`x ${country} ios monthly ${was} USD 2026-01-01`),
    price(`x ${country} ios monthly ${is} USD 2026-02-01`),
  ];
  const { text } = await at.importPrices([...days("AT", 10, 19), ...days("BE", 10, 4), ...days("DE", 10, 22)]);
  const told = [...text.matchAll(/% {2}x (\w\w) ios/g)].map(([, country]) => country);
  expect(told).toEqual(["BE", "DE", "AT"]);
});

test("a redenomination is no change: not of the price, not among the moves", async () => {
  await using at = await setUp();
  const { text } = await at.importPrices([
    price("x BG ios monthly 13.99 BGN 2025-12-01"),
    price("x BG ios monthly 7.15 EUR 2026-01-05"),
    price("x HR ios monthly 75.35 HRK 2022-12-01"),
    price("x HR ios monthly 12 EUR 2023-02-01"),
    price("x VE ios monthly 500000 VEF 2018-08-01"),
    price("x VE ios monthly 5 VES 2018-09-01"),
  ]);
  expect(text).not.toContain("warning: moved");
  expect(text).toContain("+20.0%  x HR ios monthly: 75.35 HRK -> 12 EUR (2022-12-01 -> 2023-02-01)");
  expect(text.match(/% {2}x /g)).toHaveLength(1);
  expect(await at.query(`SELECT country, changed_on FROM price WHERE ${OF_NEWEST} ORDER BY country`)).toEqual([
    ["BG", "null"],
    ["HR", "2023-02-01"],
    ["VE", "null"],
  ]);
});

test("a figure that is too large is a fault of its line", async () => {
  await using at = await setUp();
  await at.importRates(["KWD,2026-09-01,3.25,a"]);
  await at.importPrices([price("x US ios monthly 10 USD 2026-09-01")]);
  expect(await at.importPrices([price("x US ios weekly 99999999999.9999 KWD 2026-09-01")])).toMatchObject({
    code: 1,
    text: expect.stringContaining(".csv:2: amount: 99999999999.9999 KWD is more than 1000000000 US dollars"),
  });
  expect(await at.importRates(["KWD,2026-09-02,999999999,a"])).toMatchObject({
    code: 1,
    text: expect.stringContaining(".csv:2: usd_per_unit: 999999999 US dollars for one KWD cannot be"),
  });
});

test("a product that loses more than 30% of its prices stops the import", async () => {
  await using at = await setUp();
  const countries = ["AT", "BE", "DE", "DK", "ES", "FI", "FR", "GB", "IE", "IT"];
  await at.importPrices(countries.map((country) => price(`x ${country} ios monthly 10 USD 2026-01-01`)));
  const end = (count: number, day: string) =>
    countries.slice(0, count).map((country) => price(`x ${country} ios monthly - - ${day}`));
  const stopped = await at.importPrices(end(4, "2026-02-01"));
  expect(stopped.code).toBe(1);
  expect(stopped.text).toContain(
    "  product x: 6 current prices, before 10\n  vendor Maker: 6 current prices, before 10",
  );
  expect((await at.importPrices(end(3, "2026-02-01"))).code).toBe(0);
});

test("provenance stays with its reading, in the version, its history and under a correction", async () => {
  await using at = await setUp();
  const file = await at.folder.write(
    "quoted.csv",
    [
      `${PRICES},read_at,quote,method,plan`,
      `${price("x US ios monthly 10 USD 2026-09-01")},2026-09-01T08:00:00Z,US$ 10.00,page,Basic`,
      `${price("x US ios monthly 10 USD 2026-09-20")},,"$10,00",receipt,`,
    ].join("\n"),
  );
  await importHere(at.database.url, [file]);
  const columns = "to_char(read_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'), quote, method, plan";
  expect(await at.query(`SELECT ${columns} FROM observation ORDER BY observed_on`)).toEqual([
    ["2026-09-01 08:00", "US$ 10.00", "page", "Basic"],
    ["null", "$10,00", "receipt", "null"],
  ]);
  const published = `SELECT ${columns} FROM price WHERE ${OF_NEWEST}`;
  expect(await at.query(published)).toEqual([["null", "$10,00", "receipt", "null"]]);
  expect(await readRuns(at.database.url, "quote, method")).toEqual([["$10,00", "receipt"]]);
  const corrected = await at.folder.write(
    "corrections.csv",
    [
      "product,country,platform,period,observed_on,action,amount,currency,reason,note,source,source_url,quote,method",
      `x,US,ios,monthly,2026-09-20,replace,12,USD,typing_error,,a,${PAGE},$12,staff`,
    ].join("\n"),
  );
  await importHere(at.database.url, [corrected], true);
  expect(await at.query(published)).toEqual([["null", "$12", "staff", "null"]]);
});

test("a product is removed by a file while nothing names it, stands in the versions before, and stays removed", async () => {
  await using at = await setUp();
  await at.importPrices([price("x US ios monthly 10 USD 2026-09-01")]);
  const remove = (...slugs: string[]) =>
    at.importRows(
      "slug,action",
      slugs.map((slug) => `${slug},remove`),
    );
  expect((await remove("x")).text).toContain('slug: "x" has prices, or had some');
  expect((await remove("z")).text).toContain('slug: "z" is no known product');
  expect((await remove("y", "y")).text).toContain("published dataset version 2026-09-01.2");
  expect(await at.query("SELECT version_id, slug FROM product ORDER BY 1, 2")).toEqual([
    ["1", "x"],
    ["1", "y"],
    ["2", "x"],
  ]);
  expect((await remove("y")).text).toContain("nothing new");
  expect((await at.importPrices([price("y US ios monthly 10 USD 2026-09-02")])).text).toContain(
    'product: "y" is no known product',
  );
});
