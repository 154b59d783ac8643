import { describe, expect, test } from "vitest";
import { toCsv, toJson } from "@/lib/exports/encode";

async function* batches(...rows: object[][]) {
  yield* rows;
}

async function join(pieces: AsyncIterable<string>) {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

const csv = (rows: object[][], columns = ["cell"], bom = false) => join(toCsv(columns, batches(...rows), bom));

describe("toCsv", () => {
  test.each([
    ["plain text", "Netflix", "Netflix"],
    ["a comma", "a,b", '"a,b"'],
    ["a quote", 'a"b', '"a""b"'],
    ["a line feed", "a\nb", '"a\nb"'],
    ["a carriage return alone", "a\rb", '"a\rb"'],
    ["a formula", "=1+1", "'=1+1"],
    ["a plus", "+1", "'+1"],
    ["a minus", "-1", "'-1"],
    ["an at sign", "@SUM(A1)", "'@SUM(A1)"],
    ["a tab", "\tx", "'\tx"],
    ["a formula with a comma", "=A1,B1", `"'=A1,B1"`],
    ["null", null, ""],
    ["a number", 249.9, "249.9"],
    ["a negative number, which is no formula", -56.2, "-56.2"],
    ["a small number without exponent", 3.7e-7, "0.00000037"],
    ["a boolean", true, "true"],
  ])("writes %s", async (_, cell, text) => {
    expect(await csv([[{ cell }]])).toBe(`cell\r\n${text}\r\n`);
  });

  test("writes the header alone when there are no rows", async () => {
    expect(await csv([], ["a", "b"])).toBe("a,b\r\n");
  });

  test("keeps columns in their order across batches, after a byte-order mark on request", async () => {
    expect(await csv([[{ b: 2, a: 1 }], [{ a: 3, b: 4 }]], ["a", "b"], true)).toBe("\uFEFFa,b\r\n1,2\r\n3,4\r\n");
  });
});

test.each([0, 1, 500, 1201])("toJson of %d rows is one JSON document with its meta", async (count) => {
  const rows = Array.from({ length: count }, (_, at) => ({ at }));
  const meta = {
    ...{ dataset_version: "2026-09-29.1", published_at: "2026-11-20T00:00:00.000Z", license: "CC-BY-4.0" as const },
    ...{ attribution: "x", sources: [], documentation: "http://localhost/docs" },
  };
  expect(JSON.parse(await join(toJson(batches(rows.slice(0, 1000), rows.slice(1000)), meta)))).toEqual({
    data: rows,
    meta,
  });
});
