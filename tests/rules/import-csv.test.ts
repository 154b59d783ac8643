import fc from "fast-check";
import { expect, test } from "vitest";
import { openRecords, readFirstRecord } from "@/lib/import/read/csv";
import { detectFormat } from "@/lib/import/read/open/detect";

async function readCsv(content: string | Buffer, chunkBytes = 1_000) {
  const bytes = Buffer.from(content);
  const records: [number, string[]][] = [];
  const faults: [number, string][] = [];
  const reader = openRecords({
    onRecord: (cells, line) => records.push([line, cells]),
    onFault: (line, text) => faults.push([line, text]),
  });
  for (let start = 0; start < bytes.length; start += chunkBytes)
    await reader.write(bytes.subarray(start, start + chunkBytes));
  await reader.end();
  return { records, faults };
}

test.each<[string, string, [number, string[]][]]>([
  [
    "plain lines",
    "a,b\n1,2\n",
    [
      [1, ["a", "b"]],
      [2, ["1", "2"]],
    ],
  ],
  [
    "no line break at the end",
    "a\n1",
    [
      [1, ["a"]],
      [2, ["1"]],
    ],
  ],
  [
    "CRLF",
    "a,b\r\n1,2\r\n",
    [
      [1, ["a", "b"]],
      [2, ["1", "2"]],
    ],
  ],
  [
    "empty lines between",
    "a\n\n\r\n1\n",
    [
      [1, ["a"]],
      [4, ["1"]],
    ],
  ],
  ["empty cells", "a,,b,\n", [[1, ["a", "", "b", ""]]]],
  ["quotes, with commas and doubled quotes", '"a, ""b""",c\n', [[1, ['a, "b"', "c"]]]],
  ["an empty quoted cell at the end", 'a,""\n', [[1, ["a", ""]]]],
  [
    "line breaks in a quoted cell; the lines after keep their numbers",
    'a,"x\ny\r\nz",b\r\n1,2,3\r\n',
    [
      [1, ["a", "x\ny\r\nz", "b"]],
      [4, ["1", "2", "3"]],
    ],
  ],
])("reads %s", async (_name, text, expected) => {
  expect(await readCsv(text)).toEqual({ records: expected, faults: [] });
});

const CELLS = "1,".repeat(10_000);
test.each<[string, string, [number, string]]>([
  ["a quote inside a cell", 'a,b\n1,x"y\n2,3\n', [2, "a quote stands inside a cell"]],
  ["text after a closing quote", 'a\n"x"y\n1\n', [2, "a quote stands inside a cell"]],
  ["a space after a closing quote", 'a\r\n"x" ,1\r\n', [2, "a quote stands inside a cell"]],
  ["a quote that is never closed", 'a\nb\n"x\ny\n', [3, "a quoted cell is never closed"]],
  ["a quote that swallows a long rest", `a\n"x\n${"1,2,3\n".repeat(20_000)}`, [2, "a quoted cell is never closed"]],
  ["a line that is no table", `a\n${"x".repeat(70_000)}\n`, [2, "the line is too long"]],
  ["a cell of a page", `a\n${"x".repeat(20_000)}\n`, [2, "has a cell of more than 10000 characters"]],
  ["10,000 cells and 30,000 line breaks", `a\n${CELLS}"${"\n".repeat(30_000)}"\n`, [2, "has 1000 columns or more"]],
  ["commas and nothing else", `a\n${",".repeat(1_000_000)}\n`, [2, "the line is too long"]],
])("names the line of %s", async (_name, text, [line, reason]) => {
  const { faults } = await readCsv(text, 100_000);
  expect(faults).toEqual([[line, expect.stringContaining(reason)]]);
});

test("records after one with a misplaced quote are read", async () => {
  const { records, faults } = await readCsv('a\n"x"y\n1\n"2"\nx"\n3');
  expect(records.map(([line]) => line)).toEqual([1, 3, 4, 6]);
  expect(faults.map(([line]) => line)).toEqual([2, 5]);
});

test("reads back whatever RFC 4180 can write, wherever chunks are cut", async () => {
  const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r\n", "é", " ") });
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
  const property = fc.asyncProperty(table, fc.integer({ min: 1, max: 40 }), async (rows, chunkBytes) => {
    const lines = rows.map((row) => `${row.map((text) => `"${text.replaceAll('"', '""')}"`).join(",")}\n`);
    let line = 1;
    const expected = rows.map((row, place) => {
      const start = line;
      line += (lines[place]?.split("\n").length ?? 1) - 1;
      return [start, row];
    });
    expect(await readCsv(lines.join(""), chunkBytes)).toEqual({ records: expected, faults: [] });
  });
  await fc.assert(property);
});

test.each([1, 2, 3, 5, 100])(
  "cuts no character in chunks of %i bytes, and drops the byte-order mark",
  async (bytes) => {
    const { records, faults } = await readCsv("\uFEFFé,日本\n₺,🎬\nlast", bytes);
    expect(records.map(([, cells]) => cells)).toEqual([["é", "日本"], ["₺", "🎬"], ["last"]]);
    expect(faults).toEqual([]);
  },
);

test("names every line that is not UTF-8, and only those", async () => {
  const bytes = Buffer.concat([
    Buffer.from("a\nb"),
    Buffer.from([0xff]),
    Buffer.from("\nc\n"),
    Buffer.from([0xc3]),
    Buffer.from("\nd"),
    Buffer.from([0xe2, 0x82]),
  ]);
  for (const chunkBytes of [1, 2, 3, 100])
    expect(await readCsv(bytes, chunkBytes)).toEqual({
      records: [
        [1, ["a"]],
        [3, ["c"]],
      ],
      faults: [2, 4, 5].map((line) => [line, "is not UTF-8"]),
    });
  expect((await readCsv("a\u{fffd}\n")).faults, "a replacement character is one").toEqual([]);
});

test("the first record of a text is its header, whatever follows", () => {
  expect(readFirstRecord('"a",b\n1,"2')).toEqual(["a", "b"]);
  expect(readFirstRecord('"a,b\n')).toEqual([]);
});

// Took 35 s, in which the server answered nobody.
test.each([
  ["before", `"${"\n".repeat(30_000)}"${",x".repeat(10_000)}`],
  ["among", `"\n\n\n"${',"\n\n\n"'.repeat(9_999)}`],
  ["after", `${"x,".repeat(10_000)}"${"\n".repeat(30_000)}"`],
])("a record of 10,000 cells with 30,000 line breaks %s them is one fault", async (_place, record) => {
  const { records, faults } = await readCsv(`a,b\n${record}\n1,2\n`, 262_144);
  expect([records, faults]).toEqual([[[1, ["a", "b"]]], [[2, "has 1000 columns or more"]]]);
});

test.each([
  ["a date header of 2,000,000 blanks", `Date${" ".repeat(2_000_000)}x,USD`],
  ["a column of 2,000,000 blanks", `Date,USD,${" ".repeat(2_000_000)}x`],
  ["1,000,000 columns", "x,".repeat(1_000_000)],
])("no header hangs, as it would where time grew with the square of its length: %s", (_name, header) => {
  expect(detectFormat(`${header}\n`, undefined)).toMatchObject({ kind: "unknown" });
});
