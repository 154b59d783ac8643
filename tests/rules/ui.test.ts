import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tokenize } from "@/components/ui/code-tokens";
import { choosePages } from "@/components/ui/pager-rules";
import { writeCitation, writeFigureBibtex } from "@/lib/text/citation";

describe("choosePages", () => {
  test.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 11, [1, 2, null, 11]],
    [5, 11, [1, null, 4, 5, 6, null, 11]],
    [4, 11, [1, 2, 3, 4, 5, null, 11]],
    [11, 11, [1, null, 10, 11]],
    [99, 11, [1, null, 11]],
  ])("page %d of %d", (page, total, pages) => {
    expect(choosePages(page, total)).toEqual(pages);
  });
});

describe("tokenize", () => {
  const marked = (code: string, language: string) =>
    tokenize(code, language)
      .filter(({ kind }) => kind !== "plain")
      .map(({ kind, text }) => `${kind} ${text}`);
  test("marks keywords and strings of a program, but no keyword inside a string or a longer word", () => {
    expect(marked('const constant = await fetch("const");', "JavaScript")).toEqual([
      "keyword const",
      "keyword await",
      'string "const"',
    ]);
  });
  test("marks values of JSON, not its keys", () => {
    expect(marked('{ "a": -1.5, "b": "c\\"d", "e": null }', "json")).toEqual([
      "keyword -1.5",
      'string "c\\"d"',
      "keyword null",
    ]);
  });
  test("loses no character of any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.constantFrom("json", "curl", "R"), (code, language) => {
        expect(
          tokenize(code, language)
            .map(({ text }) => text)
            .join(""),
        ).toBe(code);
      }),
    );
  });
});

test("a citation, also as BibTeX, names publisher, sources, finding, version, day, address, method and licence", () => {
  const facts = {
    title: "Egypt pays less",
    sources: ["Prices by X"],
    version: "2026-09-30.1",
    published: "2026-09-30T04:00:00Z",
    read: "read on 9\u00a0Apr\u00a02026",
    url: "https://a.example/#map",
    method: "https://a.example/docs/methodology",
  };
  expect(writeFigureBibtex({ ...facts, title: "Egypt pays 56% less" })).toBe(
    `@misc{price-atlas-2026-09-30.1,
  author = {{Price Atlas} and {Prices by X}},
  title = {{Egypt pays 56\\% less}},
  year = {2026},
  version = {2026-09-30.1},
  url = {https://a.example/#map},
  note = {Dataset 2026-09-30.1, published 30\u00a0Sep\u00a02026; prices read on 9\u00a0Apr\u00a02026. Method: https://a.example/docs/methodology. Licence CC BY 4.0},
}`,
  );
  expect(writeCitation(facts)).toBe(
    "Price Atlas; Prices by X. “Egypt pays less”. Dataset 2026-09-30.1, published 30\u00a0Sep\u00a02026; prices read on 9\u00a0Apr\u00a02026. https://a.example/#map. Method: https://a.example/docs/methodology. Licence CC BY 4.0.",
  );
});
