import { describe, expect, test, vi } from "vitest";
import { compare } from "@/app/api/compare/contract";
import { findClientAddress } from "@/lib/access/limits/client-address";
import { readConditions } from "@/lib/api/caching";
import { findExcess, parseQuery, parseQuietly } from "@/lib/api/query";

const MAX_TARGET_CHARS = 8_192;
const MAX_PARAMETERS = 200;

describe("a request target is refused before anything reads it", () => {
  test.each([
    ["of as many characters as there may be", "/".padEnd(MAX_TARGET_CHARS, "x"), null],
    ["of one more", "/".padEnd(MAX_TARGET_CHARS + 1, "x"), "longer"],
    ["with as many parameters as there may be", `/?a${"&a".repeat(MAX_PARAMETERS - 1)}`, null],
    ["with one more", `/?a${"&a".repeat(MAX_PARAMETERS)}`, "more than"],
    ["without any", "/api/prices", null],
  ])("%s", (_what, target, said) => {
    if (said === null) expect(findExcess(target)).toBeNull();
    else expect(findExcess(target)).toContain(said);
  });
});

test.each([
  ["Sun, 06 Nov 1994 08:49:37 GMT", true],
  ["Sunday, 06-Nov-94 08:49:37 GMT", true],
  ["Sun Nov  6 08:49:37 1994", true],
  ["Sun, 06 Foo 1994 08:49:37 GMT", false],
  ["Sun, 06 Nov 1994 08:49:37", false],
  ["1994-11-06T08:49:37Z", false],
  ["garbage 2099", false],
  ["2027", false],
])("%s as the date of a condition: %s", (date, isRead) => {
  const { ifModifiedSince } = readConditions(new Headers({ "if-modified-since": date }));
  expect(ifModifiedSince).toBe(isRead ? date : null);
});

test("a condition that is longer than any that means something is ignored", () => {
  const tags = (count: number) => Array.from({ length: count }, () => 'W/"0123456789012345678901"').join(", ");
  expect(readConditions(new Headers({ "if-none-match": tags(100) })).ifNoneMatch).toBe(tags(100));
  expect(readConditions(new Headers({ "if-none-match": tags(500) })).ifNoneMatch).toBeNull();
});

test("the client address is the same behind a forged header of any length", () => {
  expect(findClientAddress(`${"9.9.9.9, ".repeat(3_000)}198.51.100.7, 192.0.2.9`, 2)).toBe("198.51.100.7");
  expect(findClientAddress(`${"x".repeat(30_000)},198.51.100.7`, 1)).toBe("198.51.100.7");
});

describe("wording the faults of a query", () => {
  const catalogue = { products: ["netflix"], categories: ["streaming"], versions: [], vendors: [], currencies: [] };
  const search = `products=netflix&countries=${Array.from({ length: 900 }, (_, at) => `x${at}`).join(",")}`;

  test("stops at the number that is shown", () => {
    const normalize = vi.spyOn(String.prototype, "normalize");
    const parsed = parseQuery(search, compare.query, catalogue);
    expect(parsed).toMatchObject({ ok: false });
    expect(normalize.mock.calls.length).toBeLessThanOrEqual(25);
    normalize.mockRestore();
  });

  test("is not begun for a caller who is not admitted yet", () => {
    const normalize = vi.spyOn(String.prototype, "normalize");
    expect(parseQuietly(search, compare.query, catalogue).ok).toBe(false);
    expect(normalize).not.toHaveBeenCalled();
    normalize.mockRestore();
  });

  test("says of a list that no endpoint takes only that it is too long", () => {
    const parsed = parseQuery(`products=netflix&countries=${"US,".repeat(4_000)}TR`, compare.query, catalogue);
    const detail = "has more than 1000 items";
    expect(parsed).toEqual({ ok: false, errors: [{ parameter: "countries", code: "too_many", detail }] });
  });
});
