import { mostDecimals } from "@/lib/contract/currencies";

const GROUPING_ONLY = /[ \u00a0\u2009\u202f'’\u066c]/g;
/** A price with a dash is negative or a range. */
const MINUS = /[\p{Pd}\u2212\u207b\u2796]/u;
const NUMBER = /\d(?:[\d.,' \u00a0\u2009\u202f’\u066b\u066c]*\d)?/g;
const THOUSANDS = /^[1-9]\d{0,2}([., ])\d{3}(\1\d{3})*$/;
/** Digits grouped as in India: 1,23,999. */
const LAKHS = /^[1-9]\d?,(\d{2},)+\d{3}$/;

/**
 * Reads a printed price: `₺1.499,99/mo` gives 1499.99. The last mark is decimal if the currency has that many digits
 * (or two), and grouping if it cuts threes. Returns two readings when only the rate can decide, none without exactly
 * one positive number.
 */
export function readPrintedPrice(text: string, currency: string): string[] {
  const [price = ""] = toAsciiDigits(text).split("/");
  const numbers = price.match(NUMBER) ?? [];
  if (numbers.length !== 1 || MINUS.test(price)) return [];
  const printed = (numbers[0] ?? "").replace(GROUPING_ONLY, " ").replaceAll("\u066b", ",");
  return [...new Set([readWithFraction(printed, mostDecimals(currency)), readGrouped(printed)])].filter(
    (reading) => reading !== null,
  );
}

function readWithFraction(printed: string, decimals: number): string | null {
  const [, whole = "", mark = "", fraction = ""] = /^(.*)([.,])(\d+)$/.exec(printed) ?? [];
  if (mark === "" || whole.includes(mark) || fraction.length > decimals) return null;
  const grouped = readGrouped(whole);
  return grouped === null ? null : `${grouped}.${fraction}`;
}

/** All marks must be of one kind and cut groups of three. */
function readGrouped(printed: string): string | null {
  if (/^\d+$/.test(printed)) return printed.replace(/^0+(?=\d)/, "");
  return THOUSANDS.test(printed) || LAKHS.test(printed) ? printed.replace(/[., ]/g, "") : null;
}

function toAsciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}
