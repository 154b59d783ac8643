import { describe, expect, test } from "vitest";
import { writePick } from "@/components/ui/pick-words";
import { filterOptions } from "@/lib/catalogue/search/option-rules";

const options = [
  { value: "AX", label: "Åland Islands" },
  { value: "DE", label: "Germany", keywords: ["Deutschland"] },
  { value: "NE", label: "Niger" },
  { value: "NG", label: "Nigeria" },
  { value: "TR", label: "Türkiye", keywords: ["Turkey"] },
  { value: "GB", label: "United Kingdom" },
  { value: "US", label: "United States" },
  { value: "disney-plus", label: "Disney+", hint: "Premium" },
];

describe("what is typed finds rows, best first", () => {
  test.each([
    ["", options.map(({ value }) => value), "nothing typed shows all"],
    ["turk", ["TR"], "without its accent"],
    ["TÜRK", ["TR"], "with it, in capitals"],
    ["Turkey", ["TR"], "another name"],
    ["aland", ["AX"], "a ring is an accent too"],
    ["king", ["GB"], "a later word"],
    ["united s", ["US"], "two words"],
    ["ni", ["NE", "NG", "GB", "US"], "names that begin so stand before those that contain it"],
    ["us", ["US", "disney-plus"], "the code, before what only contains it"],
    ["disney+", ["disney-plus"], "a sign that is part of a name"],
    ["premium", ["disney-plus"], "the hint"],
    ["zzz", [], "nothing"],
  ])("%j", (typed, values) => {
    expect(filterOptions(options, typed).map(({ value }) => value)).toEqual(values);
  });
});

test.each([
  ["Compare {products} in {countries}", { products: 3, countries: 2 }, "Compare 3 in 2"],
  ["Compare {products} in {countries}", { products: 3, countries: 0 }, "Choose at least one"],
  ["Show {history} countries", { history: 6 }, "Show 6 countries"],
])("the button says what it does: %s, %j", (words, counts: Record<string, number>, said) => {
  expect(writePick(words, (name) => counts[name] ?? 0)).toBe(said);
});
