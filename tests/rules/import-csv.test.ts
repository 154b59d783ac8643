import fc from "fast-check";
import { expect, test } from "vitest";
import { CsvReader } from "@/lib/import/read/csv";
import { toTextBlocks } from "@/lib/import/read/text-blocks";

function readCsv(blocks: string[]) {
  const records: [number, string[]][] = [];
  const faults: [number, string][] = [];
  const reader = new CsvReader({
    onRecord: (cells, line) => records.push([line, cells]),
    onFault: (line, text) => faults.push([line, text]),
  });
  for (const block of blocks) reader.read(block);
  reader.end();
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
    "a line break in a quoted cell; the lines after keep their numbers",
    'a,"x\ny",b\n1,2,3\n',
    [
      [1, ["a", "x\ny", "b"]],
      [3, ["1", "2", "3"]],
    ],
  ],
])("reads %s", (_name, text, expected) => {
  expect(readCsv([text])).toEqual({ records: expected, faults: [] });
});

test.each<[string, string, [number, string]]>([
  ["a quote inside a cell", 'a,b\n1,x"y\n2,3\n', [2, "a quote stands inside a cell"]],
  ["text after a closing quote", 'a\n"x"y\n', [2, "a quote stands inside a cell"]],
  ["a quote that is never closed", 'a\nb\n"x\ny\n', [3, "a quoted cell is never closed"]],
  ["a quote that swallows a long rest", `a\n"x\n${"1,2,3\n".repeat(20_000)}`, [2, "a quoted cell is never closed"]],
  ["a line that is no table", `a\n${"x".repeat(70_000)}\n`, [2, "the line is too long"]],
])("names the line of %s", (_name, text, [line, reason]) => {
  const { faults } = readCsv([text]);
  expect(faults).toEqual([[line, expect.stringContaining(reason)]]);
});

test("reads back whatever RFC 4180 can write, wherever blocks are cut", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "é", " ") });
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(table, fc.boolean(), (rows, inOneBlock) => {
      const lines = rows.map((row) => `${row.map((text) => `"${text.replaceAll('"', '""')}"`).join(",")}\n`);
      const blocks = inOneBlock ? [lines.join("")] : lines;
      expect(readCsv(blocks).records.map(([, cells]) => cells)).toEqual(rows);
    }),
  );
});

async function readBlocks(bytes: Buffer, chunkBytes: number) {
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
  }
  const blocks = [];
  for await (const block of toTextBlocks(chunks())) blocks.push(block);
  return blocks;
}

test.each([1, 2, 3, 5, 100])(
  "cuts no character in chunks of %i bytes, and drops the byte-order mark",
  async (chunkBytes) => {
    const blocks = await readBlocks(Buffer.from("\uFEFFé,日本\n₺,🎬\nlast"), chunkBytes);
    expect(blocks.map((block) => block.text).join("")).toBe("é,日本\n₺,🎬\nlast");
    expect(blocks.every((block) => block.badLines.length === 0)).toBe(true);
  },
);

test("names every line that is not UTF-8 and leaves it empty", async () => {
  const bytes = Buffer.concat([
    Buffer.from("a\nb"),
    Buffer.from([0xff]),
    Buffer.from("\nc\n"),
    Buffer.from([0xc3]),
    Buffer.from("\n"),
  ]);
  expect(await readBlocks(bytes, 1_000)).toEqual([{ text: "a\n\nc\n\n", badLines: [2, 4] }]);
});
