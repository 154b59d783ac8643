import { expect, test } from "vitest";
import { findReadingState, findReadOn } from "@/lib/dataset/reading/rules";

const days = (...counts: [string, number][]) => counts.map(([day, count]) => ({ day, count }));

test.each([
  ["nothing", days(), 7, null],
  ["all on one day", days(["2026-04-09", 800]), 7, "2026-04-09"],
  ["one new row of many", days(["2026-04-09", 800], ["2026-11-20", 1]), 7, "2026-04-09"],
  ["less than half read again", days(["2026-04-09", 51], ["2026-11-20", 49]), 7, "2026-04-09"],
  ["half read again", days(["2026-04-09", 50], ["2026-11-20", 50]), 7, "2026-11-20"],
  [
    "readings over a month, by its newest day",
    days(["2026-08-31", 40], ["2026-09-15", 40], ["2026-09-29", 20]),
    30,
    "2026-09-29",
  ],
  ["a first day of the cadence does not count", days(["2026-08-30", 60], ["2026-09-29", 40]), 30, "2026-08-30"],
  ["a few of the same month", days(["2026-09-29", 100], ["2026-09-30", 2]), 1, "2026-09-29"],
  ["no cadence with half", days(["2026-01-01", 30], ["2026-05-01", 30], ["2026-09-01", 40]), 7, "2026-05-01"],
])("a source counts as read by the share that was read: %s", (_, counts, cadence, expected) => {
  expect(findReadOn(counts, cadence)).toBe(expected);
});

test.each([
  ["2026-04-09", 7, "2026-04-15", "reading"],
  ["2026-04-09", 7, "2026-04-19", "reading"],
  ["2026-04-09", 7, "2026-04-20", "late"],
  ["2026-04-09", 7, "2026-06-07", "late"],
  ["2026-04-09", 7, "2026-06-08", "silent"],
  // Days without rates: a weekend, and one with holidays.
  ["2026-04-02", 1, "2026-04-07", "reading"],
  ["2026-04-02", 1, "2026-04-08", "late"],
  ["2026-04-02", 30, "2026-05-17", "reading"],
  ["2026-04-02", 30, "2026-07-01", "late"],
  ["2026-04-02", 30, "2026-07-02", "silent"],
  ["2026-04-02", 30, "2020-01-01", "reading"],
])("a source read on %s every %i days is on %s: %s", (readOn, cadence, today, state) => {
  expect(findReadingState(readOn, cadence, today)).toBe(state);
});
