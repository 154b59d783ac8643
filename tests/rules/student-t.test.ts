import { expect, test } from "vitest";
import { findStudentT } from "@/lib/catalogue/price-index/student-t";

// Solved to 16 digits with mpmath (40 digits) from the regularised incomplete beta function.
const KNOWN = [
  { df: 1, t95: 12.7062047361747, t99: 63.65674116287158 },
  { df: 2, t95: 4.302652729749464, t99: 9.924843200918293 },
  { df: 3, t95: 3.18244630528371, t99: 5.840909309733357 },
  { df: 4, t95: 2.776445105197794, t99: 4.604094871349993 },
  { df: 5, t95: 2.570581835636316, t99: 4.032142983555228 },
  { df: 7, t95: 2.364624251592785, t99: 3.499483297350494 },
  { df: 10, t95: 2.228138851986275, t99: 3.169272672616951 },
  { df: 30, t95: 2.042272456301238, t99: 2.749995653567225 },
  { df: 100, t95: 1.983971518523552, t99: 2.625890521438018 },
  { df: 101, t95: 1.983731002955606, t99: 2.625385964668441 },
  { df: 1000, t95: 1.962339080826408, t99: 2.580754698065951 },
];

test.each(KNOWN)("agrees with the table at $df degrees of freedom", ({ df, t95, t99 }) => {
  expect(Math.abs(findStudentT(0.95, df) - t95)).toBeLessThan(1e-9);
  expect(Math.abs(findStudentT(0.99, df) - t99)).toBeLessThan(1e-9);
});

test("nears the normal quantile at a million degrees of freedom", () => {
  expect(Math.abs(findStudentT(0.95, 1_000_000) - 1.959966356814107)).toBeLessThan(1e-9);
});

test.each([
  { confidence: 0.95, df: 0, why: "no degree of freedom" },
  { confidence: 0.95, df: 1.5, why: "a fraction of a degree" },
  { confidence: 1, df: 5, why: "a certain interval is infinite" },
  { confidence: 0, df: 5, why: "an empty interval" },
])("refuses $why", ({ confidence, df }) => {
  expect(() => findStudentT(confidence, df)).toThrow(RangeError);
});
