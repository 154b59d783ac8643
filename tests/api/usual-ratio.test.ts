import { expect, test } from "vitest";
import { compare } from "@/app/api/compare/contract";
import { listPrices } from "@/app/api/prices/contract";
import { getProduct } from "@/app/api/services/[slug]/contract";
import { get } from "@/tests/support/api";
import { type CsvRow, readCsv } from "@/tests/support/recompute-index";

const nameOf = ({ product, country, platform, period }: CsvRow) => [product, country, platform, period].join(" ");
const itemOf = ({ product, period }: CsvRow) => `${product} ${period}`;

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return (Number(sorted[(sorted.length - 1) >> 1]) + Number(sorted[sorted.length >> 1])) / 2;
}

function countBy(rows: readonly CsvRow[], key: (row: CsvRow) => string, what: (row: CsvRow) => string) {
  const sets = new Map<string, Set<string>>();
  for (const row of rows) sets.set(key(row), (sets.get(key(row)) ?? new Set()).add(what(row)));
  return (row: CsvRow) => sets.get(key(row))?.size ?? 0;
}

/**
 * Prices of one store as multiples of what is expected of them, as the methodology says it: a table of products by countries,
 * from whose logarithms the medians of rows and of columns are taken in turn until none is left.
 */
function polish(store: readonly CsvRow[]): Map<string, number> {
  const inCountries = countBy(store, itemOf, ({ country = "" }) => country);
  const sold = store.filter((row) => inCountries(row) >= 5);
  const ofProducts = countBy(
    sold,
    ({ country = "" }) => country,
    ({ product = "" }) => product,
  );
  const known = sold.filter((row) => ofProducts(row) >= 30);
  const stillIn = countBy(known, itemOf, ({ country = "" }) => country);
  const rows = known.filter((row) => stillIn(row) >= 5);
  const rest = new Map(rows.map((row) => [row, Math.log(Number(row.usd_monthly))]));
  const takeMedians = (key: (row: CsvRow) => string) => {
    for (const name of new Set(rows.map(key))) {
      const group = rows.filter((row) => key(row) === name);
      const median = medianOf(group.map((row) => rest.get(row) ?? Number.NaN));
      for (const row of group) rest.set(row, (rest.get(row) ?? Number.NaN) - median);
    }
  };
  for (let round = 0; round < 100; round++) {
    takeMedians(itemOf);
    takeMedians(({ country = "" }) => country);
  }
  return new Map(rows.map((row) => [nameOf(row), Math.exp(rest.get(row) ?? Number.NaN)]));
}

const isFar = (ratio: number) => ratio >= 3 || 3 * ratio <= 1;

test("each price says how far it is from what its product and country suggest: 59 of the App Store's 2,182 by a factor of 3", async () => {
  const prices = readCsv((await get("/api/export?dataset=prices&format=csv")).text);
  const valid = prices.filter(({ usd_monthly, fx_stale }) => Number(usd_monthly) > 0 && fx_stale === "FALSE");
  const expected = new Map<string, number>();
  for (const store of new Set(valid.map(({ platform }) => platform)))
    for (const [name, ratio] of polish(valid.filter(({ platform }) => platform === store))) expected.set(name, ratio);

  const appStore = prices.filter(({ platform }) => platform === "ios");
  expect(appStore).toHaveLength(2182);
  for (const row of prices) {
    const ratio = expected.get(nameOf(row));
    expect([nameOf(row), row.usual_ratio === ""]).toEqual([nameOf(row), ratio === undefined]);
    if (ratio !== undefined) expect(Math.abs(Number(row.usual_ratio) / ratio - 1)).toBeLessThan(0.001);
  }
  const far = appStore.filter(({ usual_ratio }) => usual_ratio !== "" && isFar(Number(usual_ratio)));
  expect(far).toHaveLength(59);
  // They are ranked as any other.
  expect(far.filter(({ ranked }) => ranked === "TRUE").length).toBeGreaterThan(40);
});

test("lists of prices, products and comparisons have the same ratio, today and with the newest day as a day", async () => {
  const path = "/api/prices?product=deepstash&page_size=200";
  const { data } = listPrices.response.parse((await get(path)).body);
  const ratios = data.map(({ country, usual_ratio }) => [country, usual_ratio]);
  expect(Number(data.find(({ country }) => country === "NG")?.usual_ratio)).toBeLessThan(1 / 3);
  const ofDay = listPrices.response.parse((await get(`${path}&date=2026-09-29`)).body).data;
  expect(ofDay.map(({ country, usual_ratio }) => [country, usual_ratio])).toEqual(ratios);
  for (const day of ["", "?date=2026-09-29"]) {
    const product = getProduct.response.parse((await get(`/api/services/deepstash${day}`)).body).data;
    expect(product.prices.map(({ country, usual_ratio }) => [country, usual_ratio])).toEqual(ratios);
    expect(product.cheapest?.usual_ratio).toBe(ratios.find(([country]) => country === product.cheapest?.country)?.[1]);
    const compared = `/api/compare?products=deepstash&countries=NG,DE${day.replace("?", "&")}`;
    const { matrix } = compare.response.parse((await get(compared)).body).data;
    expect(matrix[0]?.cells.map((cell) => [cell?.country, cell?.usual_ratio])).toEqual(
      ["NG", "DE"].map((code) => ratios.find(([country]) => country === code)),
    );
  }
  const csv = readCsv((await get(`${path}&format=csv`)).text);
  expect(csv.map(({ country, usual_ratio }) => [country, Number(usual_ratio)])).toEqual(ratios);
});

test("pages mark what is far from the rest, and say what that means", async () => {
  for (const path of ["/services/deepstash", "/countries/NG?show=all", "/compare?products=deepstash&countries=NG,DE"]) {
    const { text } = await get(path);
    expect([path, text.includes("far below the rest")]).toEqual([path, true]);
    expect([path, /Far below the rest:/.test(text)]).toEqual([path, true]);
    expect([path, /a third of what its prices elsewhere/.test(text)]).toEqual([path, true]);
  }
});
