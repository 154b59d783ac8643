import { expect, test } from "vitest";
import { checkAmount, checkDecimal, checkIncome, checkRate, checkTaxRate } from "@/lib/import/read/cell-rules";
import { listStorePrices } from "@/lib/printed/amount-rules";

const SIGNS: readonly (readonly [name: string, sign: string])[] = [
  ["hyphen-minus", "-"],
  ["minus sign", "\u2212"],
  ["hyphen", "\u2010"],
  ["non-breaking hyphen", "\u2011"],
  ["figure dash", "\u2012"],
  ["en dash", "\u2013"],
  ["em dash", "\u2014"],
  ["small hyphen-minus", "\ufe63"],
  ["full-width hyphen-minus", "\uff0d"],
  ["superscript minus", "\u207b"],
  ["heavy minus sign", "\u2796"],
];
const RULES = { checkAmount, checkRate, checkDecimal, checkIncome, checkTaxRate };

test.each(SIGNS)("%s before or behind a number is a fault", (_name, sign) => {
  for (const [name, rule] of Object.entries(RULES)) {
    expect([name, rule("4.99", "2026-11-20")]).toEqual([name, null]);
    for (const text of [`${sign}4.99`, `4.99${sign}`, `${sign} 4.99`])
      expect([name, text, typeof rule(text, "2026-11-20")]).toEqual([name, text, "string"]);
  }
});

test.each(SIGNS)("a printed price with a %s is read as nothing", (_name, sign) => {
  expect(listStorePrices("$4.99/mo", "USD")).toEqual(["4.99"]);
  for (const text of [`${sign}$4.99/mo`, `$${sign}4.99/mo`, `${sign}4.99`, `4.99${sign}`, `4${sign}99`])
    expect([text, listStorePrices(text, "USD")]).toEqual([text, []]);
});
