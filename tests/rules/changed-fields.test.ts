import { expect, test } from "vitest";
import { keepDifferences } from "@/lib/changes/difference-rules";

test.each([
  ["nothing", { a: 1, b: { c: [1, 2] } }, { a: 1, b: { c: [1, 2] } }, {}, {}],
  ["a value", { a: 1, b: 2 }, { a: 1, b: 3 }, { b: 2 }, { b: 3 }],
  ["a value that is not known any more", { a: 1 }, { a: null }, { a: 1 }, { a: null }],
  ["a field of a record in it", { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, { a: { c: 2 } }, { a: { c: 3 } }],
  ["a record that came", { a: null }, { a: { b: 1 } }, { a: null }, { a: { b: 1 } }],
  ["a list", { a: [1, 2] }, { a: [1, 3] }, { a: [1, 2] }, { a: [1, 3] }],
  ["a field that is new", { a: 1 }, { a: 1, b: null }, {}, { b: null }],
  ["a field that is gone", { a: 1, b: 2 }, { a: 1 }, { b: 2 }, {}],
])("of two records %s differs", (_, before, after, was, is) => {
  expect(keepDifferences(before, after)).toEqual({ before: was, after: is });
});
