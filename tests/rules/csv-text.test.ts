import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toCsv } from "@/lib/contract/csv-text";

async function* batches(...rows: object[][]) {
  yield* rows;
}

async function join(pieces: AsyncIterable<string>) {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

const csv = (rows: object[][], columns = ["cell"], bom = false) => join(toCsv(columns, batches(...rows), bom));

/** LibreOffice takes quotes only at the start of a cell, and adds text after the closing quote to it. */
function splitLikeLibreOffice(text: string, separator: string): string[] {
  const rest = `[^${separator}\\r\\n]*`;
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"(${rest})|(${rest}))(${separator}|\\r\\n|\\r|\\n|$)`, "gy");
  return [...text.matchAll(cell)].map(([, quoted, after = "", plain = ""]) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"') + after,
  );
}

describe("toCsv", () => {
  test.each([
    ["plain text", "Netflix", '"Netflix"'],
    ["no text", "", '""'],
    ["a comma", "a,b", '"a,b"'],
    ["a quote", 'a"b', '"a""b"'],
    ["a line feed", "a\nb", '"a\nb"'],
    ["a carriage return alone", "a\rb", '"a\rb"'],
    ["a formula", "=1+1", `"'=1+1"`],
    ["a plus", "+1", `"'+1"`],
    ["a minus", "-1", `"'-1"`],
    ["an at sign", "@SUM(A1)", `"'@SUM(A1)"`],
    ["a full-width equals sign", "＝1+1", `"'＝1+1"`],
    ["a full-width plus", "＋1", `"'＋1"`],
    ["a full-width minus", "－1", `"'－1"`],
    ["a full-width at sign", "＠SUM(A1)", `"'＠SUM(A1)"`],
    ["a formula behind spaces", "  =1+1", `"'  =1+1"`],
    ["a tab", "\tx", `"'\tx"`],
    ["a carriage return", "\rx", `"'\rx"`],
    ["a formula with a comma", "=A1,B1", `"'=A1,B1"`],
    ["a formula behind a list separator", "a;=1+1; ＝2", `"a;'=1+1;' ＝2"`],
    ["a formula behind a list separator and a quote", 'a;"=1', `"a;'""=1"`],
    ["a formula behind a line end", "a\r\n=1+1", `"a\r\n'=1+1"`],
    ["signs within text", "a-b=c+d@e; f", '"a-b=c+d@e; f"'],
    ["null", null, ""],
    ["a number", 249.9, "249.9"],
    ["a negative number, which is no formula", -56.2, "-56.2"],
    ["a small number without exponent", 3.7e-7, "0.00000037"],
    ["a boolean", true, "TRUE"],
  ])("writes %s", async (_, cell, text) => {
    expect(await csv([[{ cell }]])).toBe(`cell\r\n${text}\r\n`);
  });

  test("is read back by RFC 4180 as it was, but for the apostrophes", async () => {
    const cell = fc.oneof(fc.string(), fc.stringMatching(/^[ab"',;=+\-@＝\t\r\n ]{0,8}$/), fc.integer());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ a: cell, b: cell })), async (rows) => {
        const read: string[][] = parse(await csv([rows], ["a", "b"]), { from: 2, recordDelimiter: "\r\n" });
        const plain = (text: unknown) => String(text).replaceAll("'", "");
        expect(read.map((row) => row.map(plain))).toEqual(rows.map(({ a, b }) => [plain(a), plain(b)]));
        for (const [at, { a }] of rows.entries()) if (typeof a === "number") expect(read[at]?.[0]).toBe(String(a));
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    [",", "the separator of the file"],
    [";", "the list separator of most of Europe"],
    ["\t", "tabs, as pasted text has them"],
  ])("opens no cell with a formula where a program splits at %j (%s)", async (separator) => {
    const cell = fc.stringMatching(/^[ab"',;=+\-@＝＠\t\r\n ]{0,12}$/);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ a: cell, b: cell, c: cell }), { minLength: 1 }), async (rows) => {
        for (const opened of splitLikeLibreOffice(await csv([rows], ["a", "b", "c"]), separator))
          expect(opened).not.toMatch(/^[\t\r\n ]*[=+\-@＝＋－＠]/);
      }),
      { numRuns: 2_000 },
    );
  });

  test("writes the header alone when there are no rows", async () => {
    expect(await csv([], ["a", "b"])).toBe("a,b\r\n");
  });

  test("keeps columns in their order across batches, after a byte-order mark on request", async () => {
    expect(await csv([[{ b: 2, a: 1 }], [{ a: 3, b: 4 }]], ["a", "b"], true)).toBe("\uFEFFa,b\r\n1,2\r\n3,4\r\n");
  });
});
