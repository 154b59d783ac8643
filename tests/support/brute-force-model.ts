import type { ModelPrice } from "@/lib/price-index/price-table";
import { solveDense } from "./dense-least-squares";

/** What the model of a small table must be, worked out without any code of the index. */
export interface ExpectedLevel {
  status: "base_missing" | "not_comparable" | "insufficient_coverage" | "published";
  value: number;
  standardError: number;
  df: number;
}

export function solveByBruteForce(prices: readonly ModelPrice[]): Map<string, ExpectedLevel> {
  const countries = [...new Set(prices.map((price) => price.country))];
  const expectAll = (status: ExpectedLevel["status"]) =>
    new Map(countries.map((country) => [country, { status, value: Number.NaN, standardError: Number.NaN, df: 0 }]));
  const rows = prices.flatMap(({ usdMonthly, ...price }) => (usdMonthly === null ? [] : [{ ...price, usdMonthly }]));
  if (!rows.some((row) => row.country === "US")) return expectAll("base_missing");

  const itemOf = (row: ModelPrice) => [row.product, row.platform, row.period].join("/");
  const near = new Set(["US"]);
  for (let before = 0; before < near.size; ) {
    before = near.size;
    const items = new Set(rows.filter((row) => near.has(row.country)).map(itemOf));
    for (const row of rows) if (items.has(itemOf(row))) near.add(row.country);
  }
  const sample = rows.filter((row) => near.has(row.country));
  const expected = expectAll("not_comparable");

  const levelNames = [...near].filter((country) => country !== "US");
  const itemNames = [...new Set(sample.map(itemOf))];
  const cells = new Set(sample.map((row) => `${row.country}/${row.product}`));
  const df = cells.size - levelNames.length - new Set(sample.map((row) => row.product)).size;
  const fit = solveDense(
    sample.map((row) => [
      ...levelNames.map((country) => (country === row.country ? 1 : 0)),
      ...itemNames.map((item) => (item === itemOf(row) ? 1 : 0)),
    ]),
    sample.map(
      (row) => 1 / sample.filter((same) => same.country === row.country && same.product === row.product).length,
    ),
    sample.map((row) => Math.log(row.usdMonthly)),
  );
  const error = Math.sqrt(fit.squaredResiduals / df);
  for (const country of near) {
    const place = levelNames.indexOf(country);
    const value = 100 * Math.exp(place < 0 ? 0 : (fit.coefficients[place] ?? Number.NaN));
    const standardError = place < 0 ? 0 : error * Math.sqrt(fit.variances[place] ?? Number.NaN);
    const products = [...cells].filter((cell) => cell.startsWith(`${country}/`)).length;
    const published = df >= 1 && products >= 5 && standardError <= 0.15;
    expected.set(country, { status: published ? "published" : "insufficient_coverage", value, standardError, df });
  }
  return expected;
}
