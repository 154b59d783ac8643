import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { scale } from "@/tests/support/fault-scale";
import { importHere, makeFolder, query, readContent, readVersions, runImport } from "@/tests/support/import-cli";
import { createDatabase } from "@/tests/support/server";
import { writeSmallData } from "@/tests/support/small-data";

const CORRECTIONS = "prisma/data/corrections.csv";
const HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const PAGE = "https://a.example/";

function shuffle<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state;
  };
  return items
    .map((item) => ({ item, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

async function readRows(path: string): Promise<{ header: string; rows: string[] }> {
  const [header = "", ...rows] = (await readFile(path, "utf8")).trimEnd().split("\n");
  return { header, rows };
}

test("the same files again change nothing and publish nothing", async () => {
  await using database = await createDatabase("small");
  await using folder = await makeFolder();
  const before = await readContent(database.url);
  const files = await writeSmallData(folder);
  const { code, text } = await importHere(database.url, Object.values(files));
  const { length } = (await readRows(files.prices ?? "")).rows;
  expect([code, text]).toEqual([
    0,
    expect.stringContaining(`prices.csv (native): added 0, changed 0, confirmed 0, unchanged ${length}, skipped 0`),
  ]);
  expect(text).toContain("nothing to publish");
  expect(await readVersions(database.url)).toEqual(["2026-09-29.1"]);
  expect(await readContent(database.url)).toBe(before);
});

test("any order of rows, files and parts ends in the same content", async () => {
  await using folder = await makeFolder();
  const small = await writeSmallData(folder);
  const pathOf = (name: string) => small[name] ?? "";
  const sources = pathOf("sources");
  const products = pathOf("products");
  const rates = pathOf("fx-rates");
  const prices = pathOf("prices");
  const daily = pathOf("fx-rates-daily");
  const evidence = pathOf("price-evidence");
  const known = new Set((await readRows(prices)).rows.map((row) => row.split(",")[1]));
  const corrected = await readRows(CORRECTIONS);
  const corrections = await folder.write(
    "corrections.csv",
    [corrected.header, ...corrected.rows.filter((row) => known.has(row.split(",")[1])), ""].join("\n"),
  );
  const shuffled = [];
  for (const path of [sources, products, rates, prices, daily, evidence]) {
    const { header, rows } = await readRows(path);
    shuffled.push(await folder.write(`shuffled-${shuffled.length}.csv`, [header, ...shuffle(rows, 7), ""].join("\n")));
  }
  const { header, rows } = await readRows(prices);
  const mixed = shuffle(rows, 11);
  const halves = [mixed.filter((_, place) => place % 2 === 0), mixed.filter((_, place) => place % 2 === 1)];
  const [first = "", second = ""] = await Promise.all(
    halves.map((half, place) => folder.write(`half-${place}.csv`, [header, ...half, ""].join("\n"))),
  );
  const orders = [
    [[sources, products, rates, prices, daily, evidence], [corrections]],
    [[...shuffled, corrections]],
    [[sources], [products], [rates], [prices], [corrections], [daily], [evidence]],
    [[products], [sources], [prices], [evidence], [daily], [rates], [corrections]],
    [[sources], [rates], [products], [daily], [prices, evidence], [corrections]],
    [[sources, products, rates], [first], [second, daily], [corrections, evidence]],
    [[sources, products], [second, rates, daily], [first, evidence], [corrections]],
  ];
  const contents = new Map<string, string>();
  const few = orders.filter((_, at) => [0, 1, 6].includes(at));
  for (const order of scale(orders, few)) {
    await using database = await createDatabase("migrated");
    for (const files of order) expect(await importHere(database.url, files, true)).toMatchObject({ code: 0 });
    contents.set(order.join(" then "), await readContent(database.url));
  }
  const [expected = ""] = contents.values();
  expect(expected.split("\n").length).toBeGreaterThan(rows.length);
  for (const [order, content] of contents) expect(content, order).toBe(expected);
});

test("the command refuses prices before their products and sources by name", async () => {
  await using database = await createDatabase("migrated");
  await using folder = await makeFolder();
  const { prices: bundled = "" } = await writeSmallData(folder);
  const { header, rows } = await readRows(bundled);
  // Of a day that is past by every clock.
  const past = rows.filter((row) => /,202[34]-\d\d-\d\d,/.test(row));
  const prices = await folder.write("past.csv", [header, ...past, ""].join("\n"));
  const { code, stdout, stderr } = await runImport(database.url, prices);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  const [product, source] = [0, 7].map((column) => past[0]?.split(",")[column]);
  expect(stderr).toContain(`${prices}:2: product: "${product}" is no known product`);
  expect(stderr).toContain(`${prices}:2: source: "${source}" is no known source`);
  const faults = 2 * past.length;
  expect(stderr).toContain(`${faults} faults: nothing was imported`);
  expect(stderr.split("\n").filter((line) => line.startsWith(prices))).toHaveLength(50);
  expect(stderr).toContain(`and ${faults - 50} more`);
  expect(await query(database.url, "SELECT FROM country_entry")).toEqual([]);
});

test("every fault of every file is listed at once, by file, line and column, and nothing changes", async () => {
  await using database = await createDatabase("small");
  await using folder = await makeFolder();
  const before = await readContent(database.url);
  const good = `netflix,TR,web,monthly,319.99,TRY,2026-10-15,netflix-prices,${PAGE}`;
  const change = (from: string, to: string) => good.replace(from, to);
  const prices = await folder.write(
    "prices.csv",
    Buffer.concat([
      Buffer.from(
        `\uFEFF${[
          HEADER,
          good,
          change("TR,", "UK,"),
          change("319.99", "1,319.99"),
          change("319.99", '"1,319.99"'),
          change("TRY", "TRL"),
          change("2026-10-15", "2026-02-30"),
          change("2026-10-15", "2099-01-01"),
          change(PAGE, "ftp://a.example/"),
          change("netflix,", "netflux,"),
          change("netflix-prices", "hearsay"),
          change("319.99", "329.99"),
          change("319.99", ""),
          `netflix,TR,web,monthly,300,TRY,2026-04-09,netflix-prices,${PAGE}`,
          "",
        ].join("\r\n")}`,
      ),
      Buffer.from([0x6e, 0xe9, 0x0a]),
    ]),
  );
  const rates = await folder.write(
    "rates.csv",
    "currency,date,usd_per_unit,source\nEUR,2026-04-10,1.5,ecb\nEUR,2026-10-01,1.1,ecb\nEUR,2026-10-01,1.2,ecb\nTRY,2026-10-01,0,ecb\n",
  );
  const products = await folder.write(
    "products.csv",
    "slug,name,vendor,service,category,plan,website,in_basket\nnew,New,,New,ai,Pro,,true\nnew,Newer,,Newer,ai,Pro,,true\n",
  );
  const empty = await folder.write("empty.csv", "");
  const bare = await folder.write("bare.csv", `${HEADER}\n`);
  const other = await folder.write("other.csv", "a,b\n1,2\n");
  const missing = other.replace("other", "missing");
  const { code, text } = await importHere(database.url, [prices, rates, products, empty, bare, other, missing]);
  expect([code, text.replaceAll(prices.slice(0, -"prices.csv".length), "").split("\n")]).toEqual([
    1,
    [
      "bare.csv:1: has a header and no rows",
      "empty.csv:1: is empty",
      "missing.csv:1: does not exist",
      "other.csv:1: header: is the header of no known format",
      'prices.csv:3: country: "UK" is not an ISO 3166-1 code: the United Kingdom is GB',
      "prices.csv:4: has 10 columns, the header has 9",
      'prices.csv:5: amount: "1,319.99" is not a positive decimal such as 249.90: no thousands separators',
      'prices.csv:6: currency: "TRL" was withdrawn from ISO 4217 in 2005-12, before 2026-10-15',
      'prices.csv:7: observed_on: "2026-02-30" does not exist',
      'prices.csv:8: observed_on: "2099-01-01" is in the future',
      'prices.csv:9: source_url: "ftp://a.example/" is not an http or https address',
      'prices.csv:10: product: "netflux" is no known product',
      'prices.csv:11: source: "hearsay" is no known source',
      "prices.csv:12: amount: 329.99 TRY on 2026-10-15, but prices.csv:2 says 319.99 TRY for the same series and day",
      "prices.csv:13: amount: is empty, but currency is not: a series that ended has neither",
      "prices.csv:14: amount: 300 TRY on 2026-04-09, but 289.99 TRY is stored for the same series and day; to correct what is stored, import this row as docs/corrections.md says: netflix,TR,web,monthly,2026-04-09,replace,300,TRY,REASON,,netflix-prices,https://a.example/",
      "prices.csv:15: is not UTF-8",
      'products.csv:3: slug: "new" is described otherwise in products.csv:2',
      "rates.csv:2: usd_per_unit: 1.5 US dollars for one EUR on 2026-04-10, but 1.1711 is stored; to replace it, import EUR,2026-04-10,ecb,replace,1.5,REASON, as docs/corrections.md says",
      "rates.csv:4: usd_per_unit: 1.2 US dollars for one EUR on 2026-10-01, but rates.csv:3 says 1.1",
      'rates.csv:5: usd_per_unit: "0" is not between 1e-10 and 1e9',
      "21 faults: nothing was imported",
    ],
  ]);
  expect(await readContent(database.url)).toBe(before);
});

test("files of a spreadsheet program are named for what they are, and one whose only row cannot be read is not without rows", async () => {
  await using database = await createDatabase("small");
  await using folder = await makeFolder();
  const row = `netflix,TR,ios,monthly,9.99,TRY,2026-10-01,netflix-prices,${PAGE}caf\u00e9`;
  const files = await Promise.all([
    folder.write("book.xlsx", Buffer.from("PK\x03\x04\x14\x00", "latin1")),
    folder.write("semicolons.csv", `${HEADER.replaceAll(",", ";")}\n`),
    folder.write("unicode.csv", Buffer.from(`\ufeff${HEADER}\n`, "utf16le")),
    folder.write("latin1.csv", Buffer.from(`${HEADER}\n${row}\n`, "latin1")),
  ]);
  const { code, text } = await importHere(database.url, files);
  expect([code, text.replaceAll(/^.*\//gm, "").split("\n")]).toEqual([
    1,
    [
      "book.xlsx:1: is a spreadsheet or an archive: save it as CSV in UTF-8",
      "latin1.csv:2: is not UTF-8",
      "semicolons.csv:1: header: has semicolons between its cells: save the file with commas",
      "unicode.csv:1: is UTF-16: save it as UTF-8",
      "4 faults: nothing was imported",
    ],
  ]);
});

test("a dry run of the command says what would change, and changes nothing", async () => {
  await using database = await createDatabase("small");
  await using folder = await makeFolder();
  const before = await readContent(database.url);
  const file = await folder.write(
    "prices.csv",
    [
      HEADER,
      `netflix,EG,web,monthly,209.99,EGP,2026-09-29,netflix-prices,${PAGE}`,
      `netflix,TR,web,monthly,319.99,TRY,2026-09-29,netflix-prices,${PAGE}`,
    ].join("\n"),
  );
  const dry = await runImport(database.url, file, "--dry-run");
  expect(dry.code).toBe(0);
  expect(dry.stdout).toContain("added 0, changed 2, confirmed 0");
  expect(dry.stdout).toContain("+10.3%  netflix TR web monthly: 289.99 -> 319.99 TRY (2026-04-09 -> 2026-09-29)");
  expect(dry.stdout).toContain("dry run, nothing was written");
  expect(await readContent(database.url)).toBe(before);
  expect(await readVersions(database.url)).toHaveLength(1);

  const real = await importHere(database.url, [file]);
  const withoutOutcome = (text: string) => text.trimEnd().split("\n").slice(0, -1);
  expect(withoutOutcome(real.text)).toEqual(withoutOutcome(dry.stdout));
  expect(real.text).toContain("published dataset version 2026-09-29.2");
});

test("a correction of a price or a rate by more than a factor of five needs --accept-outliers", async () => {
  await using database = await createDatabase("small");
  await using folder = await makeFolder();
  const price = await folder.write(
    "prices.csv",
    `product,country,platform,period,observed_on,action,amount,currency,reason,note,source,source_url
netflix,TR,ios,monthly,2026-09-29,replace,28999,TRY,typing_error,,opentherank-2026-09-30,${PAGE}\n`,
  );
  const rate = await folder.write(
    "rates.csv",
    "currency,date,source,action,usd_per_unit,reason,note\nTRY,2026-04-13,ecb,replace,10,typing_error,\n",
  );
  for (const [file, says] of [
    [price, "netflix TR ios monthly: from 289.99 TRY (2026-09-29) to 28999 TRY (2026-09-29)"],
    [rate, "TRY 2026-04-13 ecb: from 0.02236266407 to 10 USD"],
  ] as const)
    expect(await importHere(database.url, [file])).toMatchObject({ code: 1, text: expect.stringContaining(says) });
  expect(await readVersions(database.url)).toHaveLength(1);
  expect(await importHere(database.url, [price, rate], true)).toMatchObject({ code: 0 });
});

test("a new price far from what all others let expect, and a currency of elsewhere, need --accept-outliers; decimals get a word", async () => {
  await using database = await createDatabase("small");
  await using folder = await makeFolder();
  const put = async (row: string, accepts = false) =>
    importHere(database.url, [await folder.write("prices.csv", `${HEADER}\n${row}\n`)], accepts);
  const row = (series: string, figure: string) =>
    `${series},monthly,${figure},2026-10-01,opentherank-2026-09-30,${PAGE}`;
  const typo = await put(row("spotify,FR,web", "1299,EUR"));
  expect(typo.code).toBe(1);
  expect(typo.text).toMatch(
    /fifth \(1, --accept-outliers to go on\)\n {2}spotify FR web monthly: 1299 EUR is \$\d+\.\d\d a month/,
  );
  const elsewhere = await put(row("netflix,US,ios", "9.99,EUR"));
  expect(elsewhere.code).toBe(1);
  expect(elsewhere.text).toMatch(/netflix US ios monthly: 9\.99 EUR, a currency of elsewhere: it was [\d.]+ USD/);
  expect(await readVersions(database.url)).toHaveLength(1);
  expect(await put(row("spotify,FR,web", "7.99,EUR"))).toMatchObject({ code: 0 });
  const yen = await put(row("spotify,JP,web", "980.50,JPY"));
  expect(yen).toMatchObject({
    code: 0,
    text: expect.stringContaining("980.5 JPY (2026-10-01), a currency of no decimals"),
  });
  const early = await put("spotify,DE,web,monthly,9.99,EUR,1998-12-31,opentherank-2026-09-30,https://a.example/");
  expect(early).toMatchObject({ code: 1, text: expect.stringContaining('"EUR" is paid with since 1999-01-01') });
});
