import { expect, test } from "vitest";
import { type TableFile, toPeopleCsv, toSpreadsheet } from "@/lib/exports/table-file";
import { readSheets } from "../support/spreadsheet";

const TABLE: TableFile = {
  title: "Prices",
  columns: [
    { head: "Country", kind: "text" },
    { head: "USD a month", kind: "amount" },
    { head: "Against the US (%)", kind: "percent" },
    { head: "Verified on", kind: "day" },
  ],
  rows: [
    ["Türkiye", 5.92, -70.4, "2026-09-29"],
    ["=1+1", 0.0000001, null, "2024-02-29"],
    ["@SUM(A1)", 1234.5, 0, "1999-12-31"],
  ],
  about: [["Dataset", "=cmd|' /C calc'!A0"]],
};

test("a spreadsheet has text as text, numbers as numbers and days as days", async () => {
  const { sheets } = readSheets(await toSpreadsheet(TABLE));
  const [head, first, second, third] = sheets[0] ?? [];
  expect(head?.map(({ text }) => text)).toEqual(TABLE.columns.map(({ head }) => head));
  expect(first?.map(({ type }) => type === "n")).toEqual([false, true, true, true]);
  expect(first?.slice(0, 3).map(({ text }) => text)).toEqual(["Türkiye", "5.92", "-70.4"]);
  // Days are counted from 30 December 1899.
  const days = [first, second, third].map((row) => Number(row?.at(-1)?.text));
  expect(days).toEqual(TABLE.rows.map((row) => (Date.parse(String(row.at(-1))) - Date.UTC(1899, 11, 30)) / 864e5));
});

test("nothing in a spreadsheet is a formula, whatever a cell begins with", async () => {
  const { sheets, files } = readSheets(await toSpreadsheet(TABLE));
  for (const [name, text] of files) if (name.startsWith("xl/worksheets/")) expect(text, name).not.toMatch(/<f[\s>]/);
  expect(sheets[0]?.[2]?.[0]).toMatchObject({ text: "=1+1" });
  expect(sheets[0]?.[2]?.[0]?.type).not.toMatch(/^(n|str)$/);
  expect(sheets[1]?.[1]?.[1]).toMatchObject({ text: "=cmd|' /C calc'!A0" });
});

test.each([
  [
    "as it is",
    { bom: false, semicolons: false },
    "Country,USD a month",
    '"Türkiye",5.92,-70.4,"2026-09-29"',
    "0.0000001",
  ],
  ["with a mark", { bom: true, semicolons: false }, "\uFEFFCountry,", '"Türkiye",5.92,-70.4,"2026-09-29"', "0.0000001"],
  [
    "with semicolons",
    { bom: false, semicolons: true },
    "Country;USD",
    '"Türkiye";5,92;-70,4;"2026-09-29"',
    "0,0000001",
  ],
])("CSV for people: %s", (_what, options, begins, row, tiny) => {
  const csv = toPeopleCsv(TABLE, options);
  const lines = csv.split("\r\n");
  expect(csv.startsWith(begins)).toBe(true);
  expect(lines[1]).toBe(row);
  expect(lines[2]).toContain(`"'=1+1"`);
  expect(lines[2]).toContain(tiny);
  expect(lines[3]).toContain(`"'@SUM(A1)"`);
});
