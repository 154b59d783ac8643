import { expect, test } from "vitest";
import { writeMonthsLeftOut, writeRateBand } from "@/lib/findings/rate-band-rules";
import { plain } from "@/tests/support/findings";

const band = (rate_days: string[], rate_low_pct: number | null, rate_high_pct: number | null) =>
  plain(writeRateBand({ rate_days, rate_low_pct, rate_high_pct }));

test("a band is told with the days of its rates", () => {
  expect(band(["2026-05-03", "2026-06-28", "2026-09-29"], -15.94, -4.93)).toBe(
    "At the exchange rates of 3 May, 28 Jun and 29 Sep 2026 the same prices give −15.9% to −4.9%.",
  );
  expect(band(["2025-11-30", "2025-12-31", "2026-01-15"], 0, 2)).toBe(
    "At the exchange rates of 30 Nov, 31 Dec 2025 and 15 Jan 2026 the same prices give 0.0% to +2.0%.",
  );
  expect(band([], null, null)).toBe("");
});

test.each([
  [["2026-05-03", "2026-06-28", "2026-08-16", "2026-09-29"], "March 2026, April 2026 and July 2026"],
  [["2025-11-30", "2026-02-27", "2026-03-02"], "September 2025, October 2025, December 2025 and January 2026"],
])("months without a day of the band are named: %s", (days, months) => {
  expect(plain(writeMonthsLeftOut(days))).toBe(
    `Left out, for want of a last day with the rates of all currencies: ${months}.`,
  );
});

test("nothing is left out of six full months, and none is known without a day", () => {
  const full = ["2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30", "2026-07-31", "2026-08-31", "2026-09-29"];
  expect(writeMonthsLeftOut(full)).toBe("");
  expect(writeMonthsLeftOut([])).toBe("No month of the half year before has a day with the rates of all currencies.");
});
