import { expect, test } from "vitest";
import { joinReadDays, listReadDays, writeReadSpan } from "@/lib/findings/read-days-rules";
import { plain } from "@/tests/support/findings";

const rows = (...days: string[]) => days.map((verified_on) => ({ verified_on }));

test.each([
  [rows(), "not read yet"],
  [rows("2026-04-09", "2026-04-09"), "read on 9 Apr 2026"],
  [rows("2026-11-20", "2026-04-09", "2026-09-29"), "read from 9 Apr to 20 Nov 2026"],
  [rows("2025-12-30", "2026-01-02", "2026-01-02"), "read from 30 Dec 2025 to 2 Jan 2026"],
  [rows("2026-04-09", "2026-11-20"), "read from 9 Apr to 20 Nov 2026"],
])("the first and the last day of rows are told: %j", (some, told) => {
  expect(plain(writeReadSpan(listReadDays(some)))).toBe(told);
});

test("days of several sources are joined where all have them", () => {
  const a = { from: "2026-04-09", to: "2026-04-09" };
  const b = { from: "2026-08-31", to: "2026-09-29" };
  expect(joinReadDays([b, a])).toEqual({ from: "2026-04-09", to: "2026-09-29" });
  expect(joinReadDays([a, {}])).toBeNull();
  expect(joinReadDays([])).toBeNull();
});
