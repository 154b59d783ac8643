import { expect, test } from "vitest";
import { toShownSort } from "@/lib/catalogue/countries/page-schema";

test.each([
  ["vs", { code: "TR", lens: "shown" }, "vs"],
  ["vs", { code: "TR", lens: "income" }, "usd"],
  ["us", { code: "TR", lens: "income" }, "us"],
  ["vs", { code: "US", lens: "excluded" }, "usd"],
  ["us", { code: "US", lens: "shown" }, "usd"],
  ["product", { code: "US", lens: "income" }, "product"],
] as const)("a table asked for in the order of %s, of %o, is in that of %s", (asked, shown, sort) => {
  expect(toShownSort(asked, shown)).toBe(sort);
});
