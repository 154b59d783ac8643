import { describe, expect, test } from "vitest";
import { sortRanking, toRankOrder } from "@/components/countries/sort-ranking";
import { type Order, type PriceTableRow, type Sort, sortRows } from "@/lib/catalogue/prices/table-rules";
import { countryOf, priceOf } from "@/tests/support/findings";

describe("a ranking of countries", () => {
  const ranked = (code: string, rank: number, ratio: number | null) => {
    const country = countryOf(code, 0, ratio);
    return { ...country, index: { ...country.index, rank } };
  };
  const countries = [ranked("EG", 1, 4), ranked("TR", 2, null), ranked("PK", 3, 9), ranked("DE", 4, 4)];
  test.each([
    ["burden", "descending", "PK EG DE TR"],
    ["burden", "ascending", "EG DE PK TR"],
    ["index", "descending", "DE PK TR EG"],
    ["name", "ascending", "DE EG PK TR"],
    ["name", "descending", "TR PK EG DE"],
  ] as const)("by %s, %s: %s", (sort, order, codes) => {
    expect(sortRanking(countries, { sort, order }).map(({ country: code }) => code)).toEqual(codes.split(" "));
  });

  test.each([
    [{}, "shown", { sort: "index", order: "ascending" }],
    [{}, "income", { sort: "burden", order: "descending" }],
    [{ sort: "name" }, "income", { sort: "name", order: "ascending" }],
    [{ sort: "burden", order: "ascending" }, "shown", { sort: "burden", order: "ascending" }],
  ] as const)("asked for as %j, through the lens %s, is in the order %j", (query, lens, order) => {
    expect(toRankOrder(query, lens)).toEqual(order);
  });
});

describe("a table of prices", () => {
  const row = (name: string, usd: number | null, pct: number | null, day: string): PriceTableRow => ({
    price: { ...priceOf(name, 1), usd_monthly: usd, verified_on: day },
    name,
    region: "Europe",
    pct,
  });
  const rows = [
    row("DE", 9, 20, "2026-03-01"),
    row("EG", null, null, "2026-01-01"),
    row("TR", 2, -60, "2026-02-01"),
    row("FR", 9, null, "2026-04-01"),
  ];
  const cases: [Sort, Order, string][] = [
    ["usd", "ascending", "TR DE FR EG"],
    ["usd", "descending", "DE FR TR EG"],
    ["vs", "ascending", "TR DE FR EG"],
    ["vs", "descending", "DE TR FR EG"],
    ["verified", "descending", "FR DE TR EG"],
    ["country", "descending", "TR FR EG DE"],
  ];
  test.each(cases)("by %s, %s: %s, what is not known last", (sort, order, names) => {
    expect(sortRows(rows, sort, order).map(({ name }) => name)).toEqual(names.split(" "));
  });
});
