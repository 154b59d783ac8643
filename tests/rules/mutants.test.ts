import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MUTANTS } from "@/tests/mutants/mutants";

test("each mutant changes a text that its file has once, and names tests that exist", () => {
  const wrong = MUTANTS.flatMap(({ name, file, from, to, tests }) => {
    const times = existsSync(file) ? readFileSync(file, "utf8").split(from).length - 1 : 0;
    const missing = tests.filter((path) => !existsSync(path));
    return times === 1 && from !== to && missing.length === 0 ? [] : [{ name, file, from, times, missing }];
  });
  expect(wrong).toEqual([]);
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
});

test("forty mutants at least, and three of each area", () => {
  const counts: Record<string, number> = {};
  for (const area of MUTANTS.map(({ name }) => name.replace(/:.*/, ""))) counts[area] = (counts[area] ?? 0) + 1;
  const areas = [
    "doors",
    "findings",
    "imports",
    "limits",
    "paging",
    "price index",
    "ranking",
    "rates",
    "roles",
    "savings",
  ];
  expect(Object.keys(counts).sort()).toEqual([...areas, "second person", "sorting", "tax view"].sort());
  expect(Math.min(...Object.values(counts))).toBeGreaterThanOrEqual(3);
  expect(MUTANTS.length).toBeGreaterThanOrEqual(40);
});
