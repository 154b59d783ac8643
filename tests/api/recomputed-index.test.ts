import { expect, test } from "vitest";
import { get } from "@/tests/support/api";
import { type CsvRow, readCsv, recomputeIndex } from "@/tests/support/recompute-index";
import { recomputeIndexLenses, recomputePriceLenses } from "@/tests/support/recompute-lenses";

const download = async (query: string): Promise<CsvRow[]> =>
  readCsv((await get(`/api/export?format=csv&${query}`)).text);

const toText = (value: unknown) => {
  if (value === undefined || value === null) return "";
  return typeof value === "boolean" ? String(value).toUpperCase() : String(value);
};

test("each two countries differ by what the exported levels say, and both orders of errors agree", async () => {
  const [index, differences] = await Promise.all([download("dataset=index"), download("dataset=differences")]);
  const row = new Map(index.map((each) => [each.country, each]));
  const modelled = index.filter(({ index_model_value: model_value }) => model_value !== "");
  expect(differences).toHaveLength((modelled.length * (modelled.length - 1)) / 2);
  for (const { country, other, pct, low_pct, high_pct, se } of differences) {
    const one = row.get(country);
    const two = row.get(other);
    const ratio = Number(one?.index_model_value) / Number(two?.index_model_value);
    expect(Math.abs(Number(pct) - 100 * (ratio - 1))).toBeLessThan(0.01);
    expect(Number(low_pct)).toBeLessThanOrEqual(Number(pct));
    expect(Number(high_pct)).toBeGreaterThanOrEqual(Number(pct));
    if (other === "US") expect(se).toBe(one?.index_model_se);
    if (country === "US") expect(se).toBe(two?.index_model_se);
  }
});

test("version=all has the rows of every version, and goes with the index only", async () => {
  const newest = await get("/api/export?dataset=index&format=csv");
  const all = await get("/api/export?dataset=index&version=all&format=csv");
  const first = await get("/api/export?dataset=index&version=2026-09-29.1&format=csv");
  const rowsOf = ({ text }: { text: string }) => text.split("\r\n").slice(1);
  expect(all.text.split("\r\n")[0]).toBe(newest.text.split("\r\n")[0]);
  expect(rowsOf(all).filter(Boolean)).toEqual([...rowsOf(first), ...rowsOf(newest)].filter(Boolean));
  expect(all.headers.get("content-disposition")).toContain("price-atlas-index-all-");
  expect((await get("/api/export?dataset=prices&version=all")).status).toBe(400);
  expect((await get("/api/export?product=chatgpt&version=all")).status).toBe(400);
  expect((await get("/api/export?dataset=index&version=none")).status).toBe(400);
});

test("every price and run of history names a source whose rate of that day is in the rates", async () => {
  const rates = await download("dataset=rates");
  const known = new Map(rates.map((rate) => [`${rate.currency} ${rate.date} ${rate.source}`, rate.usd_per_unit]));
  for (const dataset of ["prices", "history"]) {
    for (const row of await download(`dataset=${dataset}`)) {
      if (row.currency === "USD" || row.fx_rate === "") expect(row.fx_source).toBe("");
      else expect(known.get(`${row.currency} ${row.fx_date} ${row.fx_source}`)).toBe(row.fx_rate);
    }
  }
});

test("a stranger gets both lenses of every price and of every index from the exports alone", async () => {
  const [prices, products, index, countries] = await Promise.all([
    download("dataset=prices"),
    download("dataset=products"),
    download("dataset=index"),
    download("dataset=countries"),
  ]);
  const ofPrices = recomputePriceLenses(prices, countries);
  for (const [at, row] of prices.entries()) expect(row).toMatchObject(ofPrices[at] ?? { missing: row });
  const ofIndex = recomputeIndexLenses(prices, products, index, countries);
  for (const row of index) expect(row).toMatchObject(ofIndex.get(row.country ?? "") ?? { missing: row });
});

test("a price level is the quotient of a factor and a rate of one year, or null with its reason", async () => {
  const countries = await download("dataset=countries");
  let known = 0;
  for (const row of countries) {
    const [level, factor, rate, year, reason] = ["price_level", "factor", "official_rate", "year", "reason"].map(
      (figure) => row[`purchasing_power_${figure}`],
    );
    if (level === "") {
      expect([factor, rate, year]).toEqual(["", "", ""]);
      expect(reason).not.toBe("");
      continue;
    }
    known += 1;
    expect(Math.abs(Number(factor) / Number(rate) - Number(level))).toBeLessThanOrEqual(1e-6);
    expect(Number(year)).toBeGreaterThanOrEqual(2023);
  }
  expect(known).toBeGreaterThan(150);
});

// Last, because it blocks for seconds, in which the server closes connections.
test("a stranger gets the published index, both ways, with its intervals, from the exports alone", async () => {
  const [prices, products, rates, index] = await Promise.all([
    download("dataset=prices"),
    download("dataset=products"),
    download("dataset=rates"),
    download("dataset=index"),
  ]);
  const { fxDate, figures: computed } = recomputeIndex({ prices, products, rates });
  expect([...new Set(index.map(({ fx_date }) => fx_date))]).toEqual([fxDate]);
  expect([...computed.keys()]).toEqual(index.map(({ country }) => country));
  for (const row of index) {
    const figures = Object.entries(computed.get(row.country ?? "") ?? {});
    expect(figures.length).toBeGreaterThan(15);
    const own = Object.fromEntries(figures.map(([column, value]) => [column, toText(value)]));
    expect({ country: row.country, ...own }).toEqual({
      country: row.country,
      ...Object.fromEntries(figures.map(([column]) => [column, row[column]])),
    });
    if (own.index_model_value === undefined) expect(row.index_model_value).toBe("");
  }
  expect(
    [...new Set(index.map(({ index_rate_days }) => index_rate_days))],
    "the days that docs and design name",
  ).toEqual(["2026-05-03 2026-06-28 2026-08-16 2026-09-29"]);
  const korea = index.find(({ country }) => country === "KR");
  expect(Number(korea?.index_rate_high_pct) - Number(korea?.index_rate_low_pct)).toBeCloseTo(11, 1);
});
