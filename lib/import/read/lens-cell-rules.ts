import { Big } from "big.js";
import { TAX_REASONS, TREATMENTS } from "@/lib/catalogue/tax/schema";
import { type CellRule, listed, quote } from "./cell-rules";

export const checkTaxReason = listed(TAX_REASONS);
export const checkTreatment = listed(TREATMENTS);

/** Per cent of the amount without tax, at most three decimals. A country without the tax has a reason, not a 0. */
export const checkTaxRate: CellRule = (text) => {
  if (!/^\d{1,3}(\.\d{1,3})?$/.test(text)) return `${quote(text)} is not a percentage such as 19 or 25.5`;
  if (Number(text) === 0) return 'is 0: a place without such a tax has no rate, and the reason "no such tax"';
  return Number(text) <= 100 ? null : `${quote(text)} is more than 100`;
};

export const checkScope: CellRule = (text) =>
  /^(source|vendor):\S/.test(text) && text.length <= 1_000
    ? null
    : `${quote(text)} is neither source:<id> nor vendor:<name>`;

export const checkYear: CellRule = (text, latestDay) => {
  if (!/^(19|20)\d{2}$/.test(text)) return `${quote(text)} is not a year`;
  return text <= latestDay.slice(0, 4) ? null : `${quote(text)} is in the future`;
};

/** Positive decimal of at most 14 digits before and 15 after the point. */
export const checkDecimal: CellRule = (text) =>
  /^\d{1,14}(\.\d{1,15})?$/.test(text) && /[1-9]/.test(text)
    ? null
    : `${quote(text)} is not a positive decimal such as 0.6038`;

/** Yearly income per head in US dollars: from 1 to ten millions. */
export const checkIncome: CellRule = (text, latestDay) => {
  const isFit = checkDecimal(text, latestDay) === null && Number(text) >= 1 && Number(text) <= 1e7;
  return isFit ? null : `${quote(text)} is not a decimal from 1 to 10000000, such as 83490`;
};

/** Checks a price level against its factor and rate: those of two different years do not divide to it. */
export function checkPriceLevel(value: (column: string) => string): { column: string; text: string } | null {
  const [factor = "", rate = "", level = ""] = ["ppp_factor", "official_rate", "price_level"].map(value);
  if ([factor, rate, level].some((text) => checkDecimal(text, "") !== null)) return null;
  const quotient = new Big(factor).div(rate).round(6);
  return quotient.minus(level).abs().lte("0.000001")
    ? null
    : { column: "price_level", text: `is ${quote(level)}, but ppp_factor / official_rate is ${quotient.toFixed(6)}` };
}
