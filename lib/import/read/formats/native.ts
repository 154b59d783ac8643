import {
  cacheResults,
  checkAmount,
  checkBoolean,
  checkCountry,
  checkCurrency,
  checkDay,
  checkPeriod,
  checkPlatform,
  checkRate,
  checkSlug,
  checkSourceId,
  checkUrl,
  checkWords,
} from "@/lib/import/read/cell-rules";
import { CORRECTION_COLUMNS, correctionFormats } from "./correction-files";
import type { CsvFormat } from "./format";
import { LENS_COLUMNS, lensFormats } from "./lens-files";
import { defineNative, type FileColumn } from "./native-file";
import { checkDollar, checkPrice } from "./price-row-rules";

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
  ...correctionFormats,
  ...lensFormats,
];

export const NATIVE_HEADERS: readonly (readonly string[])[] = [
  ...[sources, products, rates, prices, ...CORRECTION_COLUMNS, ...LENS_COLUMNS].map((columns) =>
    columns.map((column) => column.name),
  ),
];
