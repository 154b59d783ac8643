import { describe, expect, test } from "vitest";
import { PriceForm } from "@/lib/desk/readings/form/schema";
import { VisitorForm } from "@/lib/desk/visitors/schema";
import { currentDay } from "@/lib/platform/clock";

const TOLD = {
  country: "TR",
  store: "web",
  amount: "349,99 ₺ / ay",
  period: "",
  currency: "TRY",
  day: currentDay(),
  plan: "Özel",
  source_url: "netflix.com/tr/signup",
  license: "CC-BY-4.0",
};
const READ = { ...TOLD, product: "netflix", source_url: "https://netflix.com/tr/signup" };

const faultsOf = (schema: typeof VisitorForm | typeof PriceForm, form: object) =>
  schema.safeParse(form).error?.issues.map(({ path }) => path.join(".")) ?? [];

describe.each([
  ["visitors", VisitorForm, TOLD],
  ["staff", PriceForm, READ],
] as const)("a price by a form of %s", (_, schema, sound) => {
  test("is of a place to which ISO 3166-1 assigns a code, or of Kosovo", () => {
    for (const country of ["TR", "XK", "SH"]) expect(faultsOf(schema, { ...sound, country })).toEqual([]);
    for (const country of ["AC", "TA", "XX", "UK", "tr", ""])
      expect(faultsOf(schema, { ...sound, country })).toEqual(["country"]);
  });

  test.each(["plan", "amount"])("has one line of %s", (field) => {
    for (const end of ["\n", "\r", "\u2028", "\u2029", "\u0085"])
      expect(faultsOf(schema, { ...sound, [field]: `1 ${end} 2` })).toEqual([field]);
  });
});

test("a visitor's price is in a currency that people pay in today", () => {
  for (const currency of ["EUR", "TRY", ""]) expect(faultsOf(VisitorForm, { ...TOLD, currency })).toEqual([]);
  for (const currency of ["XAU", "DEM", "BOV", "eur"])
    expect(faultsOf(VisitorForm, { ...TOLD, currency })).toEqual(["currency"]);
});
