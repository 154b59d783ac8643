import { CORRECTION_ACTIONS, CORRECTION_REASONS } from "@/lib/dataset/correction-schema";
import {
  cacheResults,
  checkAmount,
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
  listed,
} from "@/lib/import/read/cell-rules";
import type { CsvFormat } from "./format";
import { defineNative, type FileColumn, type RowRule } from "./native-file";
import { checkDollar, checkPrice } from "./price-row-rules";

// Files that put stored rows right. Nothing else may contradict what is stored.

const checkAction = listed(CORRECTION_ACTIONS);
const checkReason = listed(CORRECTION_REASONS);

/** Requires what a replacement states, and nothing of the kind of a withdrawal, which states nothing. */
const figuresBy =
  (stated: readonly string[], needed: readonly string[], checkStated: RowRule): RowRule =>
  (value) => {
    if (value("action") === "withdraw") {
      const given = stated.find((column) => value(column) !== "");
      return given === undefined ? null : { column: given, text: "is given, but a withdrawal states no figure" };
    }
    const missing = needed.find((column) => value(column) === "");
    return missing === undefined ? checkStated(value) : { column: missing, text: "is empty beside replace" };
  };

const prices: FileColumn[] = [
  { name: "product", rule: checkSlug },
  { name: "country", rule: checkCountry },
  { name: "platform", rule: checkPlatform },
  { name: "period", rule: checkPeriod },
  { name: "observed_on", rule: cacheResults(checkDay) },
  { name: "action", rule: checkAction },
  { name: "amount", rule: checkAmount, optional: true },
  { name: "currency", rule: checkCurrency, optional: true },
  { name: "reason", rule: checkReason },
  { name: "note", rule: checkWords, optional: true },
  { name: "source", stagedAs: "source_id", rule: checkSourceId, optional: true },
  { name: "source_url", rule: checkUrl, optional: true },
];
const rates: FileColumn[] = [
  { name: "currency", rule: checkCurrency },
  { name: "date", rule: cacheResults(checkDay) },
  { name: "source", stagedAs: "source_id", rule: checkSourceId },
  { name: "action", rule: checkAction },
  { name: "usd_per_unit", stagedAs: "numerator", rule: checkRate, optional: true },
  { name: "reason", rule: checkReason },
  { name: "note", rule: checkWords, optional: true },
];

export const correctionFormats: readonly CsvFormat[] = [
  defineNative({
    table: "stage_price_correction",
    columns: prices,
    rowRule: figuresBy(["amount", "currency"], ["source", "source_url"], checkPrice),
  }),
  defineNative({
    table: "stage_rate_correction",
    columns: rates,
    rowRule: figuresBy(["usd_per_unit"], ["usd_per_unit"], checkDollar),
  }),
];

export const CORRECTION_COLUMNS: readonly (readonly FileColumn[])[] = [prices, rates];
