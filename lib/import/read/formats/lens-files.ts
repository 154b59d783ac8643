import {
  checkCalendarDay,
  checkCountry,
  checkDay,
  checkPlatform,
  checkSourceId,
  checkUrl,
  checkWords,
  quote,
} from "@/lib/import/read/cell-rules";
import {
  checkDecimal,
  checkIncome,
  checkPriceLevel,
  checkScope,
  checkTaxRate,
  checkTaxReason,
  checkTreatment,
  checkYear,
} from "@/lib/import/read/lens-cell-rules";
import type { CsvFormat } from "./format";
import { defineNative, type FileColumn, type RowRule } from "./native-file";

// Files behind the lenses (prices without tax, relative to income, by purchasing power). A file is complete: it
// replaces everything stored before.

/** Requires a figure with its source, or the reason why there is none. */
const figureOrReason =
  (figure: string, needed: readonly string[]): RowRule =>
  (value) => {
    const isThere = value(figure) !== "";
    if (isThere === (value("reason") !== ""))
      return {
        column: "reason",
        text: isThere ? `is given beside ${figure}: it says why there is none` : `is empty, and so is ${figure}`,
      };
    const missing = isThere ? needed.find((column) => value(column) === "") : undefined;
    return missing === undefined ? null : { column: missing, text: `is empty beside ${figure}` };
  };

const checkTaxRow: RowRule = (value) => {
  const [from, to] = [value("valid_from"), value("valid_to")];
  if (from !== "" && to !== "" && to < from) return { column: "valid_to", text: `${quote(to)} is before valid_from` };
  if (from !== "" && value("known_from") !== "")
    return { column: "known_from", text: "stands only where valid_from is empty" };
  return figureOrReason("rate_pct", ["source", "source_url"])(value);
};

const taxRates: FileColumn[] = [
  { name: "country", rule: checkCountry },
  { name: "valid_from", rule: checkCalendarDay, optional: true },
  { name: "valid_to", rule: checkCalendarDay, optional: true },
  { name: "rate_pct", rule: checkTaxRate, optional: true },
  { name: "reason", rule: checkTaxReason, optional: true },
  { name: "source", stagedAs: "source_id", rule: checkSourceId, optional: true },
  { name: "source_url", rule: checkUrl, optional: true },
  { name: "reviewed_on", rule: checkDay, optional: true },
  { name: "known_from", rule: checkDay, optional: true },
  { name: "confirmed_by", rule: checkWords, optional: true },
  { name: "note", rule: checkWords, optional: true },
];
const taxTreatment: FileColumn[] = [
  { name: "scope", rule: checkScope },
  { name: "platform", rule: checkPlatform },
  { name: "country", rule: (text, latestDay) => (text === "*" ? null : checkCountry(text, latestDay)) },
  { name: "treatment", rule: checkTreatment },
  { name: "source", stagedAs: "source_id", rule: checkSourceId },
  { name: "source_url", rule: checkUrl },
  { name: "note", rule: checkWords, optional: true },
];
const income: FileColumn[] = [
  { name: "country", rule: checkCountry },
  { name: "year", rule: checkYear, optional: true },
  { name: "gni_per_capita_usd", rule: checkIncome, optional: true },
  { name: "source", stagedAs: "source_id", rule: checkSourceId, optional: true },
  { name: "source_url", rule: checkUrl, optional: true },
  { name: "reason", rule: checkWords, optional: true },
];
const purchasingPower: FileColumn[] = [
  { name: "country", rule: checkCountry },
  { name: "year", rule: checkYear, optional: true },
  { name: "ppp_factor", stagedAs: "factor", rule: checkDecimal, optional: true },
  { name: "official_rate", rule: checkDecimal, optional: true },
  { name: "price_level", rule: checkDecimal, optional: true },
  { name: "source", stagedAs: "source_id", rule: checkSourceId, optional: true },
  { name: "source_url", rule: checkUrl, optional: true },
  { name: "reason", rule: checkWords, optional: true },
];

const needed = ["year", "source", "source_url"];

export const lensFormats: readonly CsvFormat[] = [
  defineNative({ table: "stage_tax_rate", columns: taxRates, rowRule: checkTaxRow }),
  defineNative({ table: "stage_tax_treatment", columns: taxTreatment }),
  defineNative({
    table: "stage_income",
    columns: income,
    rowRule: figureOrReason("gni_per_capita_usd", needed),
  }),
  defineNative({
    table: "stage_purchasing_power",
    columns: purchasingPower,
    rowRule: (value) =>
      figureOrReason("price_level", [...needed, "ppp_factor", "official_rate"])(value) ?? checkPriceLevel(value),
  }),
];

export const LENS_COLUMNS: readonly (readonly FileColumn[])[] = [taxRates, taxTreatment, income, purchasingPower];
