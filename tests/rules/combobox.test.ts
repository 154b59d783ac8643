import { describe, expect, test } from "vitest";
import { actionForKey, type ComboboxState } from "@/components/ui/combobox-keys";
import { filterOptions, findOption } from "@/lib/catalogue/search/option-rules";

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

describe("filterOptions", () => {
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

describe("findOption takes only what names one option", () => {
  test.each([
    ["Nigeria", "NG", "the label"],
    ["niger", "NE", "the whole label wins over the beginning of another"],
    ["tr", "TR", "the value"],
    ["turkey", "TR", "another name"],
    ["germ", "DE", "the beginning of one label"],
    ["united", undefined, "the beginning of two"],
    ["", undefined, "nothing typed"],
    ["atlantis", undefined, "no such place"],
  ])("%j", (typed, value, _why) => {
    expect(findOption(options, typed)?.value).toBe(value);
  });
});

describe("keys of the combobox (WAI-ARIA APG)", () => {
  const closed: ComboboxState = { isOpen: false, typed: "", active: null, shown: 3, chosen: 2 };
  const open: ComboboxState = { ...closed, isOpen: true };
  test.each([
    ["ArrowDown", closed, { do: "activate", index: 0 }, "opens at the first"],
    ["ArrowUp", closed, { do: "activate", index: 2 }, "opens at the last"],
    ["ArrowDown", { ...open, active: 2 }, { do: "activate", index: 0 }, "goes round"],
    ["ArrowUp", { ...open, active: 0 }, { do: "activate", index: 2 }, "goes round"],
    ["PageDown", { ...open, active: 1 }, { do: "activate", index: 2 }, "stops at the end"],
    ["ArrowDown", { ...open, shown: 0 }, { do: "open" }, "nothing to go to"],
    ["Escape", open, { do: "close" }, "first closes"],
    ["Escape", { ...closed, typed: "x" }, { do: "clear" }, "then clears"],
    ["Escape", closed, null, "then is the page's"],
    ["Enter", { ...open, active: 1 }, { do: "pick", index: 1 }, "takes the active one"],
    ["Enter", { ...open, typed: "x" }, { do: "pick", index: 0 }, "takes the best answer"],
    ["Enter", open, null, "sends the form when nothing was typed"],
    ["Enter", closed, null, "sends the form"],
    ["Enter", { ...open, typed: "x", shown: 0 }, { do: "open" }, "does not send half a word"],
    ["Backspace", closed, { do: "removeLast" }, "takes back the last"],
    ["Backspace", { ...closed, typed: "x" }, null, "edits the text"],
    ["Backspace", { ...closed, chosen: 0 }, null, "nothing to take back"],
    ["Tab", open, null, "leaves"],
    ["Home", open, null, "moves in the text"],
  ])("%s: %o", (key, state, action, _why) => {
    expect(actionForKey(key, false, state)).toEqual(action);
  });
  test("Alt with arrows only opens and closes", () => {
    expect([actionForKey("ArrowDown", true, closed), actionForKey("ArrowUp", true, open)]).toEqual([
      { do: "open" },
      { do: "close" },
    ]);
  });
});
