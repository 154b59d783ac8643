import type { ModelPrice } from "@/lib/catalogue/price-index/price-table";
import { solveDense } from "./dense-least-squares";

/** Computes the model of a small table without code of the index. */
export interface ExpectedLevel {
  status: "base_missing" | "not_comparable" | "insufficient_coverage" | "published";
  value: number;
  standardError: number;
  /** Degrees of freedom of the interval. */
  df: number;
  differenceError: (other: string) => number;
}

export function solveByBruteForce(prices: readonly ModelPrice[]): Map<string, ExpectedLevel> {
  const countries = [...new Set(prices.map((price) => price.country))];
  const expectAll = (status: ExpectedLevel["status"]) =>
    new Map(
      countries.map((country): [string, ExpectedLevel] => [
        country,
        {
          status,
          value: Number.NaN,
          standardError: Number.NaN,
          df: 0,
          differenceError: () => Number.NaN,
        },
      ]),
    );
  const rows = prices.flatMap(({ usdMonthly, ...price }) => {
    const item = [price.product, price.platform, price.period].join("/");
    return usdMonthly === null ? [] : [{ ...price, item, usdMonthly }];
  });
  if (!rows.some((row) => row.country === "US")) return expectAll("base_missing");

  const near = new Set(["US"]);
  for (let before = 0; before < near.size; ) {
    before = near.size;
    const items = new Set(rows.filter((row) => near.has(row.country)).map(({ item }) => item));
    for (const row of rows) if (items.has(row.item)) near.add(row.country);
  }
  const sample = rows.filter((row) => near.has(row.country));
  const expected = expectAll("not_comparable");

  const levelNames = [...near].filter((country) => country !== "US");
  const itemNames = [...new Set(sample.map(({ item }) => item))];
  const copies = new Map<string, number>();
  for (const { country, product } of sample) {
    copies.set(`${country}/${product}`, (copies.get(`${country}/${product}`) ?? 0) + 1);
  }
  const df = copies.size - levelNames.length - new Set(sample.map((row) => row.product)).size;
  const fit = solveDense(
    sample.map((row) => [
      ...levelNames.map((country) => (country === row.country ? 1 : 0)),
      ...itemNames.map((item) => (item === row.item ? 1 : 0)),
    ]),
    sample.map(({ country, product }) => 1 / (copies.get(`${country}/${product}`) ?? 0)),
    sample.map((row) => Math.log(row.usdMonthly)),
    sample.map((row) => row.product),
  );
  const sellers = new Map(itemNames.map((item) => [item, new Set<string>()]));
  for (const row of sample) sellers.get(row.item)?.add(row.country);
  const productsOf = new Map(
    [...near].map((country) => {
      const shared = sample.filter((row) => row.country === country && (sellers.get(row.item)?.size ?? 0) > 1);
      return [country, new Set(shared.map(({ product }) => product)).size];
    }),
  );
  const covarianceOf = (a: number, b: number) => (a < 0 || b < 0 ? 0 : fit.covariance(a, b));
  for (const country of near) {
    const place = levelNames.indexOf(country);
    const errorAgainst = (other: number) =>
      Math.sqrt(Math.max(0, covarianceOf(place, place) + covarianceOf(other, other) - 2 * covarianceOf(place, other)));
    const standardError = errorAgainst(-1);
    const published = df >= 1 && (productsOf.get(country) ?? 0) >= 5 && standardError <= 0.15;
    expected.set(country, {
      status: published ? "published" : "insufficient_coverage",
      value: 100 * Math.exp(place < 0 ? 0 : (fit.coefficients[place] ?? Number.NaN)),
      standardError,
      df: fit.clusters - 1,
      differenceError: (other) => errorAgainst(levelNames.indexOf(other)),
    });
  }
  return expected;
}
