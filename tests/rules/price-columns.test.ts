import { expect, test } from "vitest";
import { type AllSeries, findFirstReading, selectReadFirst } from "@/lib/catalogue/prices/columns-rules";

/** Six series of three products in two countries, first read on days 30, 10, 20, 10, 40 and 10; the last has ended. */
const SERIES: AllSeries = {
  products: ["a", "b", "c"],
  starts: Int32Array.of(0, 2, 4, 6),
  kinds: ["TR", "US"].map((country) => ({ country, platform: "ios", period: "monthly" })),
  ids: Int32Array.of(11, 12, 13, 14, 15, 16),
  kindOf: Int32Array.of(0, 1, 0, 1, 0, 1),
  readFrom: Int32Array.of(30, 10, 20, 10, 40, 10),
  ended: { places: Int32Array.of(5), firstDays: Int32Array.of(25), nextDays: Int32Array.of(100) },
};
const inTurkey = { hasKind: ({ country }: { country: string }) => country === "TR" };

test.each<[string, Parameters<typeof selectReadFirst>[1], number, number, [number, number], number, number[]]>([
  ["read ones first, each in the order of the API", {}, 20, 200, [0, 6], 6, [12, 13, 14, 16, 11, 15]],
  ["a page of them", {}, 20, 200, [3, 5], 6, [16, 11]],
  ["of a country", inTurkey, 30, 200, [0, 50], 3, [11, 13, 15]],
  ["on the day of the first reading", inTurkey, 20, 200, [0, 50], 3, [13, 11, 15]],
  ["before any", inTurkey, 5, 200, [0, 50], 3, [11, 13, 15]],
  ["without those that had ended", { without: Int32Array.of(5) }, 20, 200, [0, 50], 5, [12, 13, 14, 11, 15]],
  ["in the order of the API where they are too many", {}, 20, 5, [0, 3], 6, [11, 12, 13]],
])("series of a day: %s", (_, filter, day, most, [start, end], total, ids) => {
  expect(selectReadFirst(SERIES, filter, day, most, { start, end })).toEqual({ total, ids });
});

test.each([
  ["of all series", {}, 10],
  ["of a country", inTurkey, 20],
  ["of none", { hasKind: () => false }, null],
])("first reading %s", (_, filter, day) => {
  expect(findFirstReading(SERIES, filter)).toBe(day);
});
