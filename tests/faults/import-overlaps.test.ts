import { expect, test } from "vitest";
import { importHere, makeFolder, OF_NEWEST, query, readContent, readVersions } from "@/tests/support/import-cli";
import { createDatabase } from "@/tests/support/server";

const HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const CATALOGUE = {
  "sources.csv": [
    "id,name,publisher,url,license,attribution",
    ...["a", "b"].map((id) => `${id},Source ${id},Someone,https://${id}.example/,CC0-1.0,Someone`),
  ],
  "products.csv": ["slug,name,vendor,service,category,plan,website,in_basket", "x,X,,X,ai,Pro,,true"],
};
/** Without an amount: no longer listed. */
const price = (amount: string, day: string, source = "a") =>
  `x,US,ios,monthly,${amount},${amount && "USD"},${day},${source},https://${source}.example/`;

async function setUp() {
  const database = await createDatabase("migrated");
  const folder = await makeFolder();
  let number = 0;
  const importRows = async (...files: string[][]) => {
    const paths = [];
    for (const rows of files) {
      number += 1;
      paths.push(await folder.write(`prices-${number}.csv`, [HEADER, ...rows].join("\n")));
    }
    return importHere(database.url, paths, true);
  };
  const catalogue = [];
  for (const [name, lines] of Object.entries(CATALOGUE)) catalogue.push(await folder.write(name, lines.join("\n")));
  await importHere(database.url, catalogue);
  return {
    url: database.url,
    folder,
    importRows,
    readState: async () =>
      (
        await query(
          database.url,
          `SELECT trim_scale(amount), source_id, verified_on, changed_on FROM price WHERE ${OF_NEWEST}`,
        )
      ).flat(),
    [Symbol.asyncDispose]: async () => {
      await folder[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

const TWICE = [price("12", "2026-02-01"), price("12", "2026-02-01"), price("15", "2026-03-01")];

test("a row that repeats on an old day does not take the place of the newest", async () => {
  await using at = await setUp();
  await at.importRows([price("10", "2026-01-01")]);
  expect((await at.importRows(TWICE)).text).toContain("added 0, changed 2, confirmed 0, unchanged 1");
  expect(await at.readState()).toEqual(["15", "a", "2026-03-01", "2026-03-01"]);
  expect((await at.importRows(TWICE)).text).toContain("nothing to publish");
  expect(await readVersions(at.url)).toEqual(["2026-01-01.1", "2026-03-01.2"]);
});

test.each([
  ["a row that repeats", [TWICE]],
  ["files that overlap", [TWICE.slice(0, 1), TWICE.slice(1)]],
  ["sources that agree", [[price("12", "2026-02-01", "b"), ...TWICE]]],
])("%s begins a series in an empty database", async (_, files) => {
  await using at = await setUp();
  expect(await at.importRows(...files)).toMatchObject({ code: 0 });
  expect(await at.readState()).toEqual(["15", "a", "2026-03-01", "2026-03-01"]);
});

test.each([
  ["the price is gone on the newest day", [price("", "2026-02-01")]],
  ["and on two days", [price("", "2026-02-01"), price("", "2026-03-01")]],
  ["and a row repeats", [price("", "2026-02-01"), price("", "2026-02-01"), price("", "2026-03-01")]],
])("a series that lost its price by an import is told once: %s", async (_, rows) => {
  await using at = await setUp();
  await at.importRows([price("10", "2026-01-01")]);
  expect((await at.importRows(rows)).text).toContain("series ended: 1\n");
  const later = await at.importRows([price("", "2026-04-01", "b")]);
  expect(later.text, "it had ended before").not.toContain("series ended");
  const replaced = await at.importRows([price("", "2026-04-01", "a")]);
  expect(replaced.text, "only the source is another").not.toContain("series ended");
});

test("a price far above the median is told of, also when a later row of the import confirms it", async () => {
  await using at = await setUp();
  const elsewhere = ["DE", "FR", "IT"].map((country) => price("10", "2026-01-01").replace("US", country));
  await at.importRows([...elsewhere, price("10", "2026-01-01")]);
  const { text } = await at.importRows([price("40", "2026-02-01"), price("40", "2026-03-01")]);
  expect(text).toContain("x US ios monthly: 40 USD a month, the median is 10");
});

test("moves of one size are told in the order of their series, whichever was stored first", async () => {
  await using at = await setUp();
  const rows = (amount: string, day: string) =>
    Array.from("TR DE US GB FR IT ES NL BE AT SE DK".split(" "), (country) =>
      price(amount, day).replace("US", country),
    );
  for (const row of rows("10", "2026-01-01")) await at.importRows([row]);
  const { text } = await at.importRows(rows("12", "2026-02-01"));
  expect(text.match(/x (\w\w) ios monthly: 10 -> 12/g)).toEqual(
    "AT BE DE DK ES FR GB IT NL SE".split(" ").map((country) => `x ${country} ios monthly: 10 -> 12`),
  );
}, 120_000);

test("rates that differ by their rounding are the same, or are not, whatever order they are given in", async () => {
  const rates = ["0.02", "0.020000015", "0.02000003"].map((rate) => `TRY,2026-01-01,${rate},a`);
  const texts = new Set<string>();
  for (const order of [rates, rates.toReversed(), [rates[1], rates[0], rates[2]]]) {
    await using at = await setUp();
    const file = await at.folder.write("rates.csv", ["currency,date,usd_per_unit,source", ...order].join("\n"));
    const { code, text } = await importHere(at.url, [file]);
    expect(code).toBe(1);
    texts.add(text.replaceAll(/\S+rates.csv:\d+/g, "rates.csv"));
  }
  expect([...texts]).toEqual([expect.stringContaining("0.02000003 US dollars for one TRY on 2026-01-01")]);
});

const RELEASE =
  "snapshot_date,country_code,product_slug,product,category,source,plan,period,price_local,currency,price_usd," +
  "us_price_usd,pct_vs_us,in_index,price_note,checked_at,page_url";
const SERIES = `
  SELECT p.country, p.product, d.name, d.category, CASE p.platform WHEN 'ios' THEN 'app_store' ELSE 'vendor_website' END, d.plan,
    CASE p.period WHEN 'weekly' THEN 'week' WHEN 'monthly' THEN 'month' ELSE 'year' END, p.amount * 2, p.currency,
    round(p.amount * 2 * p.fx_rate, 2), p.source_url
  FROM price p JOIN product d ON d.version_id = p.version_id AND d.slug = p.product
  WHERE p.${OF_NEWEST} AND p.source_id = 'opentherank-2026-09-30' AND p.currency IN ('USD', 'EUR', 'TRY') ORDER BY p.country, p.product LIMIT 61`;

test("the bundled data, then October's and November's files, which overlap, in one command or two", async () => {
  await using folder = await makeFolder();
  await using first = await createDatabase("bundled");
  const series = await query(first.url, SERIES);
  expect(series).toHaveLength(61);
  const print = (snapshot: string, day: string, factor: number) =>
    series.map(([country, product, name, category, shop, plan, period, amount, currency, usd, page]) => {
      const local = `"${currency} ${(Number(amount) * factor).toFixed(2)}/${period}"`;
      const dollars = [(Number(usd) * factor).toFixed(2), "1.00", "0.000"];
      return [snapshot, country, product, `"${name}"`, category, shop, `"${plan}"`, period, local, currency, ...dollars]
        .concat(["true", "", day, page ?? ""])
        .join(",");
    });
  const october = print("2026-10-20", "2026-10-15", 1);
  const november = [...print("2026-11-18", "2026-10-15", 1), ...print("2026-11-18", "2026-11-12", 1.5)];
  const files = [
    await folder.write("october.csv", [RELEASE, ...october].join("\n")),
    await folder.write("november.csv", [RELEASE, ...november].join("\n")),
  ];
  const { text } = await importHere(first.url, files, true);
  expect(text).toContain("october.csv (opentherank): added 0, changed 61");
  expect(text).toContain("november.csv (opentherank): added 0, changed 61, confirmed 0, unchanged 61");
  const current = await query(
    first.url,
    `SELECT source_id, verified_on, count(*) FROM price WHERE ${OF_NEWEST} AND verified_on > '2026-09-30' GROUP BY 1, 2`,
  );
  expect(current).toEqual([["opentherank-2026-11-18", "2026-11-12", "61"]]);
  const content = await readContent(first.url);
  expect((await importHere(first.url, files, true)).text).toContain("nothing to publish");

  for (const order of [files, files.toReversed()]) {
    await using other = await createDatabase("bundled");
    for (const file of order) expect(await importHere(other.url, [file], true)).toMatchObject({ code: 0 });
    expect(await readContent(other.url)).toBe(content);
  }
}, 120_000);
