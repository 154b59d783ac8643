import { expect, test } from "vitest";
import { readPrintedDay } from "@/lib/printed/day-rules";

const DAY = "2026-11-20";

test.each([
  "2026-11-20",
  "2026/11/20",
  "2026.11.20",
  "2026. 11. 20.",
  "20261120",
  "2026-11-20 00:00:00",
  "2026-11-20T13:45:10Z",
  "20.11.2026",
  "20. 11. 2026",
  "20/11/2026",
  "11/20/2026",
  "20-11-2026",
  "20.11.2026 00:00",
  "11/20/2026 9:05 AM",
  "46346",
  "46346.5",
  "20 Nov 2026",
  "20 November 2026",
  "Nov 20, 2026",
  "November 20th, 2026",
  "20. November 2026",
  "20 nov. 2026",
  "20-Nov-2026",
  "20 de noviembre de 2026",
  "20 novembre 2026",
  "20 Kasım 2026",
  "20 ноября 2026 г.",
  "2026. november 20.",
  "2026年11月20日",
  "2026년 11월 20일",
  "٢٠/١١/٢٠٢٦",
  " 20.11.2026\u00a0",
])("%s is 20 November 2026", (text) => {
  expect(readPrintedDay(text)).toMatchObject({ kind: "day", day: DAY });
});

test("a day whose order is open is asked for, and others of its file can decide it", () => {
  for (const text of ["03/04/2026", "03-04-2026", "3/4/2026"])
    expect(readPrintedDay(text)).toEqual({ kind: "ambiguous", readings: ["2026-04-03", "2026-03-04"] });
  expect(readPrintedDay("03/04/2026", "dmy")).toEqual({ kind: "day", day: "2026-04-03", order: "dmy" });
  expect(readPrintedDay("03/04/2026", "mdy")).toEqual({ kind: "day", day: "2026-03-04", order: "mdy" });
  expect(readPrintedDay("20/11/2026")).toEqual({ kind: "day", day: DAY, order: "dmy" });
  expect(readPrintedDay("11/20/2026", "dmy")).toEqual({ kind: "day", day: DAY, order: "mdy" });
  // Points are written by locales that name the day first.
  expect(readPrintedDay("03.04.2026", "mdy")).toEqual({ kind: "day", day: "2026-04-03", order: null });
  expect(readPrintedDay("05/05/2026")).toEqual({ kind: "day", day: "2026-05-05", order: null });
});

test.each([
  ["", "is not a day"],
  ["soon", "is not a day"],
  ["31.02.2026", "does not exist"],
  ["2026-02-29", "does not exist"],
  ["32/13/2026", "does not exist"],
  ["20.11.26", "year of two digits"],
  ["20 listopad 2026", "differs by language"],
  ["1234", "is not a day"],
  ["12345", "is not a day"],
  ["2026-11", "is not a day"],
])("%s is refused in words", (text, words) => {
  expect(readPrintedDay(text)).toMatchObject({ kind: "error", text: expect.stringContaining(words) });
});
