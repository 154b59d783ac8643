import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { solveDense } from "../support/dense-least-squares";
import { importHere, makeFolder, query } from "../support/import-cli";
import { type DayState, recomputeDays } from "../support/recompute-days";
import { readCsv } from "../support/recompute-index";
import { createDatabase, databaseUrl } from "../support/server";

const RATE_DAY = "2026-09-29";
const HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const REPORTS = `
  SELECT concat_ws(' ', s.product, s.country, s.platform, s.period), kind, finding, outcome, answer
  FROM price_report r JOIN series s ON s.id = r.series_id WHERE found_by = 'check' ORDER BY r.id`;

type Seen = { series: string; country: string; item: string; usd: number; expected: number; factor: number };

/** Residuals of the country-product-dummy model by one dense regression: levels and items as columns. */
function solveResiduals(states: readonly DayState[]): Seen[] {
  const rows = states.flatMap(({ series, usd_monthly: usd }) => {
    const [product = "", country = "", platform = "", period = ""] = series.split(" ");
    return usd === null ? [] : [{ series, product, country, item: [product, platform, period].join(" "), usd }];
  });
  const countries = [...new Set(rows.map(({ country }) => country))].filter((country) => country !== "US");
  const items = [...new Set(rows.map(({ item }) => item))];
  const copies = new Map<string, number>();
  for (const { product, country } of rows) {
    const key = `${product} ${country}`;
    copies.set(key, (copies.get(key) ?? 0) + 1);
  }
  const { coefficients } = solveDense(
    rows.map((row) => [
      ...countries.map((country) => Number(country === row.country)),
      ...items.map((item) => Number(item === row.item)),
    ]),
    rows.map(({ product, country }) => 1 / (copies.get(`${product} ${country}`) ?? 0)),
    rows.map(({ usd }) => Math.log(usd)),
    rows.map(({ product }) => product),
  );
  const levelOf = new Map(countries.map((country, place) => [country, coefficients[place] ?? Number.NaN]));
  const itemOf = new Map(items.map((item, place) => [item, coefficients[countries.length + place] ?? Number.NaN]));
  return rows.map(({ series, country, item, usd }) => {
    const expected = Math.exp((levelOf.get(country) ?? 0) + (itemOf.get(item) ?? Number.NaN));
    return { series, country, item, usd, expected, factor: usd / expected };
  });
}

/** Items with two countries or more up to a factor, all others beyond its double: by trying each factor. */
function findMixed(seen: readonly Seen[]): { low: string[]; high: string[]; dearest: string }[] {
  const items = [...new Set(seen.map(({ item }) => item))];
  return items.flatMap((name) => {
    const rows = seen.filter(({ item }) => item === name);
    const splits = rows.map(({ factor: limit }) => ({
      low: rows.filter(({ factor }) => factor <= limit),
      high: rows.filter(({ factor }) => factor > 2 * limit),
    }));
    const split = splits.find(
      ({ low, high }) => low.length > 1 && high.length > 1 && low.length + high.length === rows.length,
    );
    if (split === undefined) return [];
    const dearest = split.high.reduce((a, b) => (a.factor > b.factor ? a : b));
    const names = (group: readonly Seen[]) => group.map(({ country }) => country);
    return [{ low: names(split.low), high: names(split.high), dearest: dearest.series }];
  });
}

const show = (factor: number) => (factor >= 10 ? factor.toFixed(0) : String(Number(factor.toPrecision(2))));

test("the first import files every price beyond a factor of 3 of the model, and every product of mixed periods", async () => {
  const reports = await query(databaseUrl, REPORTS);
  const [first, second] = await Promise.all(
    (["first", "second"] as const).map(async (version) => solveResiduals((await recomputeDays(version))(RATE_DAY))),
  );
  if (!first || !second) throw new Error("the model was not solved");
  const beyond = (seen: readonly Seen[]) => seen.filter(({ factor }) => factor > 3 || factor < 1 / 3);
  const expected = new Map([...beyond(second), ...beyond(first)].map((one) => [one.series, one]));
  const filed = new Map(
    reports.filter(([, kind]) => kind === "outlier").map(([series = "", , finding]) => [series, finding]),
  );
  expect([...filed.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [series, { usd, expected: dollars, factor }] of expected)
    expect(filed.get(series), series).toBe(
      `$${usd.toFixed(2)} a month, ${show(factor)} times what the model expects ($${dollars.toFixed(2)})`,
    );
  expect([...expected.values()].some(({ factor }) => factor > 3)).toBe(true);
  expect([...expected.values()].some(({ factor }) => factor < 1 / 3)).toBe(true);

  const mixed = new Map([...findMixed(second), ...findMixed(first)].map((one) => [one.dearest, one]));
  const periods = reports.filter(([, kind]) => kind === "period");
  expect(periods.map(([series]) => series).sort()).toEqual([...mixed.keys()].sort());
  for (const [series = "", , finding = ""] of periods) {
    const [low = "", high = ""] = finding.split("times what the model expects");
    const codes = (text: string) => [...text.matchAll(/\b[A-Z]{2}\b/g)].map(([code]) => code).sort();
    expect([codes(low), codes(high)], series).toEqual([mixed.get(series)?.low.sort(), mixed.get(series)?.high.sort()]);
  }

  // Raya by its groups and Vocabulary by a price; Quizlet and Mimo are yearly everywhere, which figures do not show.
  const found = new Set(reports.map(([series = ""]) => series.split(" ")[0]));
  expect(["raya", "vocabulary", "quizlet", "mimo"].map((product) => found.has(product))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("what the corrections withdraw is closed with their public reason; all else stays open", async () => {
  const noteOf = new Map(
    readCsv(await readFile("prisma/data/corrections.csv", "utf8")).map(
      ({ product, country, platform, period, note }) => [[product, country, platform, period].join(" "), note],
    ),
  );
  const reports = await query(databaseUrl, REPORTS);
  expect(reports.some(([series = ""]) => noteOf.has(series))).toBe(true);
  for (const [series = "", , , outcome, answer] of reports)
    expect([outcome, answer], series).toEqual(
      noteOf.has(series) ? ["corrected", noteOf.get(series)] : ["null", "null"],
    );
});

test("a price far below is told and filed like one far above, once for each amount", async () => {
  await using database = await createDatabase("small");
  await using folder = await makeFolder();
  const before = (await query(database.url, REPORTS)).length;
  const row = (country: string, amount: string, day: string) =>
    `chatgpt,${country},ios,monthly,${amount},${country === "US" ? "USD" : "EUR"},${day},opentherank-2026-09-30,https://a.example/`;
  const put = async (...rows: string[]) =>
    importHere(database.url, [await folder.write("prices.csv", [HEADER, ...rows, ""].join("\n"))], true);
  const { text } = await put(row("US", "2.99", "2026-10-01"), row("DE", "129.99", "2026-10-01"));
  expect(text).toMatch(/chatgpt US ios monthly: 2\.99 USD a month, the median is /);
  expect(text).toMatch(/chatgpt DE ios monthly: 1\d\d\.\d+ USD a month, the median is /);
  expect(text).toMatch(/chatgpt US ios monthly: \$2\.99 a month, 0\.\d+ times what the model expects/);
  expect(text).toMatch(
    /chatgpt DE ios monthly: \$1\d\d\.\d\d a month, \d\.?\d* times what the model expects \(\$\d+\.\d\d\); moved from 22\.99 EUR/,
  );
  const filed = (await query(database.url, REPORTS)).slice(before);
  expect(filed.map(([series, kind]) => [series, kind]).sort()).toEqual([
    ["chatgpt DE ios monthly", "outlier"],
    ["chatgpt US ios monthly", "outlier"],
  ]);
  await put(row("US", "2.99", "2026-10-02"));
  expect(await query(database.url, REPORTS)).toHaveLength(before + 2);
  await put(row("US", "2.89", "2026-10-03"));
  expect(await query(database.url, REPORTS)).toHaveLength(before + 3);
});

test("where the model knows no level, the median of the product tells what is far away on either side", async () => {
  await using database = await createDatabase("migrated");
  await using folder = await makeFolder();
  const amounts = { AT: "10", BE: "10", DE: "10", ES: "3.3", FR: "30.1", IT: "3.4", NL: "29.9" };
  const rows = Object.entries(amounts).map(
    ([country, amount]) => `x,${country},web,monthly,${amount},EUR,2026-09-01,a,https://a.example/`,
  );
  const files = {
    "sources.csv": ["id,name,publisher,url,license,attribution", "a,A,A,https://a.example/,CC0-1.0,A"],
    "products.csv": ["slug,name,vendor,service,category,plan,website,in_basket", "x,X,,X,other,Plan,,false"],
    "rates.csv": ["currency,date,usd_per_unit,source", "EUR,2026-09-01,1,a"],
    "prices.csv": [HEADER, ...rows],
  };
  const paths = await Promise.all(
    Object.entries(files).map(([name, lines]) => folder.write(name, [...lines, ""].join("\n"))),
  );
  expect(await importHere(database.url, paths, true)).toMatchObject({ code: 0 });
  expect((await query(database.url, REPORTS)).map(([series, , finding]) => [series, finding]).sort()).toEqual([
    ["x ES web monthly", "$3.30 a month, 0.33 times the median of the product ($10.00)"],
    ["x FR web monthly", "$30.10 a month, 3.01 times the median of the product ($10.00)"],
  ]);
});
