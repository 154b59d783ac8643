import {
  cacheResults,
  checkAmount,
  checkBoolean,
  checkCountry,
  checkCurrency,
  checkCurrencyOn,
  checkDay,
  checkPeriod,
  checkPlatform,
  checkRate,
  checkSlug,
  checkSourceId,
  checkUrl,
  checkWords,
} from "@/lib/import/read/cell-rules";
import type { CsvFormat } from "./format";
import { LENS_COLUMNS, lensFormats } from "./lens-files";
import { defineNative, type FileColumn, type RowRule } from "./native-file";

/** Requires both amount and currency of a price, in force on its day; an ended series has neither. */
const checkPrice: RowRule = (value) => {
  if (value("amount") === "" && value("currency") !== "")
    return { column: "amount", text: "is empty, but currency is not: a series that ended has neither" };
  if (value("amount") !== "" && value("currency") === "")
    return { column: "currency", text: "is empty, but amount is not: a series that ended has neither" };
  const withdrawn = checkCurrencyOn(value("currency"), value("observed_on"));
  return withdrawn === null ? null : { column: "currency", text: withdrawn };
};

const checkDollar: RowRule = (value) =>
  value("currency") === "USD" && Number(value("usd_per_unit")) !== 1
    ? { column: "usd_per_unit", text: "one US dollar is 1 US dollar" }
    : null;

const sources: FileColumn[] = [
  { name: "id", rule: checkSourceId },
  { name: "name", rule: checkWords },
  { name: "publisher", rule: checkWords },
  { name: "url", rule: checkUrl },
  { name: "license", rule: checkWords },
  { name: "attribution", rule: checkWords },
];
const products: FileColumn[] = [
  { name: "slug", rule: checkSlug },
  { name: "name", rule: checkWords },
  { name: "vendor", rule: checkWords, optional: true },
  { name: "category", rule: checkSlug },
  { name: "plan", rule: checkWords },
  { name: "website", rule: checkUrl, optional: true },
  { name: "in_basket", rule: checkBoolean },
];
const rates: FileColumn[] = [
  { name: "currency", rule: checkCurrency },
  { name: "date", rule: cacheResults(checkDay) },
  // Staged as a fraction over 1, because other publications give the inverse rate.
  { name: "usd_per_unit", stagedAs: "numerator", rule: checkRate },
  { name: "source", stagedAs: "source_id", rule: checkSourceId },
];
const prices: FileColumn[] = [
  { name: "product", rule: checkSlug },
  { name: "country", rule: checkCountry },
  { name: "platform", rule: checkPlatform },
  { name: "period", rule: checkPeriod },
  { name: "amount", rule: checkAmount, optional: true },
  { name: "currency", rule: checkCurrency, optional: true },
  { name: "observed_on", rule: cacheResults(checkDay) },
  { name: "source", stagedAs: "source_id", rule: checkSourceId },
  { name: "source_url", rule: checkUrl },
];

/** Files of our own formats, each recognized by its columns. */
export const nativeFormats: readonly CsvFormat[] = [
  defineNative({ table: "stage_source", columns: sources }),
  defineNative({ table: "stage_product", columns: products }),
  defineNative({ table: "stage_rate", columns: rates, rowRule: checkDollar }),
  defineNative({ table: "stage_price", columns: prices, rowRule: checkPrice }),
  ...lensFormats,
];

export const NATIVE_HEADERS: readonly (readonly string[])[] = [
  ...[sources, products, rates, prices, ...LENS_COLUMNS].map((columns) => columns.map((column) => column.name)),
];
