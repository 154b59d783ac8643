import { baseName } from "@/lib/text/format";

const BEFORE_SALES_TAX: ReadonlySet<string> = new Set(["US", "CA"]);

/** Prices there leave sales tax out; most others include VAT. */
export const isBeforeSalesTax = (country: string): boolean => BEFORE_SALES_TAX.has(country);

/** Part of a difference between prices of both countries may be tax. */
export const isAcrossTaxLine = (country: string, other: string): boolean =>
  isBeforeSalesTax(country) !== isBeforeSalesTax(other);

/** `the US before sales tax`: the country that one or more others are compared with. */
export const nameBase = (base: string, others: readonly string[]): string =>
  `${baseName(base)}${others.some((other) => isAcrossTaxLine(base, other)) && isBeforeSalesTax(base) ? " before sales tax" : ""}`;

/** ` before sales tax` for a saving between prices of these countries; empty where all have tax, and where none has. */
export const writeSavingTax = (countries: readonly string[], isTaxFree = false): string =>
  !isTaxFree && countries.some(isBeforeSalesTax) ? " before sales tax" : "";

/** ` before sales tax` for a country that is compared with `other` across the line; empty otherwise. */
export const writeBeforeTax = (country: string, other: string): string =>
  isBeforeSalesTax(country) && isAcrossTaxLine(country, other) ? " before sales tax" : "";
