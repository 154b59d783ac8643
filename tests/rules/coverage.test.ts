import { describe, expect, test } from "vitest";
import { arrangeCoverage } from "@/lib/catalogue/coverage/matrix-rules";
import { COVERAGE_STATUS_SQL, type CoverageFacts, decideCoverage } from "@/lib/catalogue/coverage/rules";
import type { CoverageCell, CoveredProduct } from "@/lib/catalogue/coverage/schema";

const NAMES = ["has_price", "was_read", "is_withdrawn", "has_other_plan", "is_source_read"] as const;

const factsOf = (held: readonly string[]) =>
  Object.fromEntries(NAMES.map((name) => [name, held.includes(name)])) as CoverageFacts;

const CASES = [
  { held: [], status: "not_collected" },
  { held: ["is_source_read"], status: "not_known" },
  { held: ["has_other_plan"], status: "other_plan_only" },
  { held: ["has_other_plan", "is_source_read"], status: "other_plan_only" },
  { held: ["is_withdrawn"], status: "not_known" },
  { held: ["is_withdrawn", "has_other_plan", "is_source_read"], status: "not_known" },
  { held: ["was_read", "is_source_read"], status: "no_longer_sold" },
  { held: ["was_read", "has_other_plan", "is_source_read"], status: "no_longer_sold" },
  { held: ["was_read", "is_withdrawn"], status: "no_longer_sold" },
  { held: ["has_price", "was_read", "has_other_plan", "is_source_read"], status: "priced" },
  { held: [...NAMES], status: "priced" },
];

test.each(CASES)("a cell of which $held holds is $status", ({ held, status }) => {
  expect(decideCoverage(factsOf(held))).toBe(status);
});

test("the expression of statements asks the same facts, in an order that decides every case alike", () => {
  const branches = [...COVERAGE_STATUS_SQL.matchAll(/WHEN (\w+) THEN '(\w+)'/g)];
  const [, otherwise = ""] = /ELSE '(\w+)' END$/.exec(COVERAGE_STATUS_SQL) ?? [];
  expect(branches.map(([, fact]) => fact).sort()).toEqual([...NAMES].sort());
  for (const { held, status } of CASES)
    expect(branches.find(([, fact = ""]) => held.includes(fact))?.[2] ?? otherwise, held.join()).toBe(status);
});

describe("the matrix", () => {
  const product = (slug: string, category: string, service: string): CoveredProduct => ({
    slug,
    category,
    service,
    label: slug.toUpperCase(),
  });
  const cell = (slug: string, country: string, status: CoverageCell["status"] = "priced", prices = 1) => ({
    product: slug,
    country,
    status,
    prices: status === "priced" ? prices : 0,
  });
  const products = [
    product("b", "music", "b"),
    product("a", "streaming", "a"),
    product("a-plus", "streaming", "a"),
    product("c", "ai", "c"),
  ];
  const cells = [
    cell("a", "DE"),
    cell("b", "DE"),
    cell("a", "US"),
    cell("a-plus", "US", "priced", 2),
    cell("b", "US"),
    cell("a-plus", "DE", "no_longer_sold"),
    cell("c", "US", "not_known"),
    cell("a", "FR"),
    cell("a-plus", "FR"),
    cell("a", "IS"),
    cell("a-plus", "IS", "other_plan_only"),
  ];
  const matrix = arrangeCoverage(cells, products);

  test("has the countries with several services as columns, those with most products first", () => {
    expect(matrix.columns).toEqual([
      { country: "US", priced: 3 },
      { country: "DE", priced: 2 },
    ]);
  });

  test("has every product once, by category and name, with its cells in the order of the columns", () => {
    expect(
      matrix.groups.map(({ category, rows }) => [
        category,
        ...rows.map(({ product: { slug }, cells: own, priced }) => [
          slug,
          ...own.map(({ status, prices }) => (status === "priced" ? prices : status)),
          priced,
        ]),
      ]),
    ).toEqual([
      ["ai", ["c", "not_known", "not_collected", 0]],
      ["music", ["b", 1, 1, 2]],
      ["streaming", ["a", 1, 1, 2], ["a-plus", 2, "no_longer_sold", 1]],
    ]);
    expect(matrix.counts).toEqual({
      priced: 5,
      no_longer_sold: 1,
      other_plan_only: 0,
      not_known: 1,
      not_collected: 1,
    });
  });

  test("lists the countries with one service, and how many of its plans have a price", () => {
    expect(matrix.alone).toEqual([
      { country: "FR", service: "a", priced: 2, plans: 2 },
      { country: "IS", service: "a", priced: 1, plans: 2 },
    ]);
  });
});
