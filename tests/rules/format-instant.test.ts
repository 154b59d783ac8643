import { expect, test } from "vitest";
import { niceCeiling } from "@/components/charts/usage-bars";
import { formatInstant, formatSince } from "@/lib/text/format-instant";

const NOW = new Date("2026-11-20T12:00:00Z");

test.each([
  ["2026-11-20T11:59:00Z", "just now"],
  ["2026-11-20T11:56:00Z", "4 min ago"],
  ["2026-11-20T03:00:00Z", "9 h ago"],
  ["2026-11-19T11:00:00Z", "yesterday"],
  ["2026-11-17T12:00:00Z", "3 days ago"],
  ["2026-09-12T12:00:00Z", "12 Sep"],
  ["2025-09-12T12:00:00Z", "12 Sep 2025"],
])("%s was %s", (instant, expected) => {
  expect(formatSince(new Date(instant), NOW).replaceAll("\u00a0", " ")).toBe(expected);
});

test("an instant is told in UTC, to the minute", () => {
  expect(formatInstant(new Date("2026-09-02T23:05:59Z")).replaceAll("\u00a0", " ")).toBe("2 Sep 2026, 23:05");
  expect(formatSince(null, NOW)).toBe("never");
});

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [10, 10],
  [11, 20],
  [45, 100],
  [1_000_000, 1_000_000],
])("an axis for %i goes to %i, whose half is whole", (value, expected) => {
  expect(niceCeiling(value)).toBe(expected);
});
