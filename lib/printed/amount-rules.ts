import type { Period } from "@/lib/contract/codes";
import { mostDecimals } from "@/lib/contract/currencies";
import { findCurrencySign } from "./currency-signs-rules";
import { splitPeriod } from "./period-word-rules";
import { toPlainText } from "./plain-text-rules";

export const DECIMAL_MARKS = [".", ","] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];

/** What is printed beside the number. */
type PrintedBeside = {
  /** Codes that the printed sign or code can mean; null where none is printed. */
  currencies: readonly string[] | null;
  /** Null where none is printed, or none that prices have. */
  period: Period | null;
};

export type PrintedAmount =
  | ({
      kind: "amount";
      /** Digits with a decimal point: `1299.90`, above 0, at most 11 digits and 4 decimals. */
      amount: string;
      /** The decimal mark that the reading rests on; null where the text has none of the two. */
      mark: DecimalMark | null;
    } & PrintedBeside)
  | ({
      kind: "ambiguous";
      /** By its decimal mark: the first with the mark as decimal, the second as thousands. */
      readings: readonly [fraction: string, thousands: string];
      mark: DecimalMark;
    } & PrintedBeside)
  /** `text`: what is wrong, to follow the quoted text: `has two numbers`. */
  | { kind: "error"; text: string };

export type AmountContext = {
  /** The code that the amount is said to be in. */
  currency?: string | undefined;
  /** Decides between two readings, and nothing else. */
  decimal?: DecimalMark | undefined;
  /** The currency is sure, and words beside the number are not looked at. */
  isLenient?: boolean;
};

const MAX_LENGTH = 120;
const DASH = "\\p{Pd}\\u2212\\u207b\\u2796";
/** Cents that are none: `49,-`, `1’299.–`, `79:-`, `500/=`. */
const NO_CENTS = new RegExp(`(?<=\\d)(?:[.,:] ?[${DASH}]{1,2}|/[=${DASH}])(?=$|[^\\d${DASH}])`, "u");
const ANY_DASH = new RegExp(`[${DASH}]`, "u");
const RAISED = /[\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089]/;
const APOSTROPHES = /[\u02bc\u2018\u2019\u201b\u2032\u00b4`\uff07]/g;
const NUMBER = /\d(?:[\d.,'\u066b\u066c ]*\d)?/g;

/**
 * Reads one amount as shops print it: `1.700,00 ₺`, `₹1,49,900`, `CHF 1’299.–`, `S/ 24.90`, `9,99 €/Monat`. Never
 * guesses: `1.299` without a sign, and `KWD 2.999`, are ambiguous until `decimal` says which mark is the decimal one;
 * `€1.299` is 1299, because the euro has two decimals. A sign that `currency` cannot have is an error.
 */
export function readPrinted(text: string, context: AmountContext = {}): PrintedAmount {
  if (text.length > MAX_LENGTH) return toError(`is longer than ${MAX_LENGTH} characters`);
  if (RAISED.test(text)) return toError("has raised digits: write 12.99");
  const plain = toPlainText(text).replace(APOSTROPHES, "'").replace("\uff0c", ",").replace("\uff0e", ".");
  const priced = maskSlashSigns(plain.replace("\uffe5", "¥").replace("\uff04", "$"));
  const { rest, period } = splitPeriod(priced) ?? { rest: priced, period: null };
  const whole = rest.replace(NO_CENTS, "");
  if (ANY_DASH.test(whole)) return toError("is negative or a range: write one amount");
  const numbers = [...whole.matchAll(NUMBER)];
  const [number] = numbers;
  if (number === undefined) return toError("has no number");
  if (numbers.length > 1) return toError("has more than one number");
  const before = whole.slice(0, number.index);
  const after = whole.slice(number.index + number[0].length);
  const beside = context.isLenient ? { currencies: null } : readBeside([before, after], context.currency);
  if (typeof beside === "string") return toError(beside);
  return readNumber(number[0], { ...context, isWhole: whole !== rest }, { ...beside, period });
}

/**
 * Returns the digits of an amount that a visitor types as some page prints it; null for what is no amount. Where a text
 * without a sign has two readings its marks are those of this site: `1,700` is 1700, `1.299` is little more than 1.
 */
export function readTypedAmount(text: string): string | null {
  const printed = readPrinted(text);
  if (printed.kind === "error") return null;
  if (printed.kind === "amount") return printed.amount;
  const [fraction, thousands] = printed.readings;
  return printed.mark === "." ? fraction : thousands;
}

/** Amounts that the text can mean; none where it is no amount. */
export function listReadings(printed: PrintedAmount): readonly string[] {
  if (printed.kind === "error") return [];
  return printed.kind === "amount" ? [printed.amount] : printed.readings;
}

/**
 * Amounts that a text can mean that a storefront prints in a currency, with whatever words: `₺1.499,99/mo` gives 1499.99,
 * and of `KWD 1.500` only a rate can decide. None has more decimals than the currency.
 */
export const listStorePrices = (text: string, currency: string): readonly string[] =>
  listReadings(readPrinted(text, { currency, isLenient: true })).filter(
    (amount) => (amount.split(".")[1] ?? "").length <= mostDecimals(currency),
  );

const toError = (text: string): PrintedAmount => ({ kind: "error", text });

/** The stroke of `S/ 24.90` and `B/. 9.99` begins no period. */
const SLASH_SIGN = /(^|[\s\d])([sb])\/\.?(?=\s?\d|$)/i;
const MASKED: Readonly<Record<string, string>> = { s: "PEN ", b: "PAB " };
const maskSlashSigns = (text: string) =>
  text.replace(SLASH_SIGN, (_all, start: string, letter: string) => `${start}${MASKED[letter.toLowerCase()] ?? ""}`);

/** Codes that all printed signs agree with, or a fault. */
function readBeside(
  parts: readonly string[],
  currency: string | undefined,
): Pick<PrintedBeside, "currencies"> | string {
  let currencies: readonly string[] | null = null;
  for (const part of parts) {
    let left = part.trim();
    while (left !== "") {
      const sign = findCurrencySign(left);
      if (sign === null) return `has ${JSON.stringify(left)} beside its number, which is no currency or period`;
      const { codes } = sign;
      currencies = currencies === null ? codes : currencies.filter((code) => codes.includes(code));
      if (currencies.length === 0) return "names two currencies";
      left = left.slice(sign.length).trim();
    }
  }
  if (currency !== undefined && currencies !== null && !currencies.includes(currency)) {
    const said = currencies.length === 1 ? `is in ${currencies[0]}` : "has the sign of another currency";
    return `${said}, not in ${currency}`;
  }
  return { currencies };
}

type NumberContext = AmountContext & { isWhole: boolean };

function readNumber(number: string, context: NumberContext, beside: PrintedBeside): PrintedAmount {
  const { currency, decimal, isWhole, isLenient = false } = context;
  const fraction = isWhole ? null : readWithFraction(number);
  const thousands = readThousands(number);
  const mark = findMark(number);
  if (fraction === null && thousands === null) return toError(findSlip(number));
  const found = (amount: string, decimalMark: DecimalMark | null) => toAmount(amount, decimalMark, beside);
  if (thousands === null) return found(fraction ?? "", mark);
  if (fraction === null || mark === null) return found(thousands, mark === null ? null : otherThan(mark));
  // Both are possible: one mark before three digits.
  const codes = currency === undefined ? beside.currencies : [currency];
  const isPrinted = (beside.currencies !== null || isLenient) && codes?.every((code) => mostDecimals(code) < 3);
  if (isPrinted && decimal === mark) {
    return toError(`has three decimals where "${mark}" is the decimal mark, and its currency has not`);
  }
  if (isPrinted) return found(thousands, otherThan(mark));
  if (decimal !== undefined) return decimal === mark ? found(fraction, mark) : found(thousands, otherThan(mark));
  return { kind: "ambiguous", readings: [fraction, thousands], mark, ...beside };
}

const otherThan = (mark: DecimalMark): DecimalMark => (mark === "." ? "," : ".");

function toAmount(amount: string, mark: DecimalMark | null, beside: PrintedBeside): PrintedAmount {
  const [whole = "", fraction = ""] = amount.split(".");
  if (!/[1-9]/.test(amount)) return toError("is not more than 0");
  if (whole.length > 11) return toError("has more than 11 digits before the decimal mark");
  if (fraction.length > 4) return toError("has more than 4 decimals");
  return { kind: "amount", amount, mark, ...beside };
}

/** The last of the two marks that can be decimal; null where there is none. */
function findMark(number: string): DecimalMark | null {
  const last = /[.,](?=[^.,]*$)/.exec(number.replace(/\u066b/g, ""))?.[0];
  return last === "." || last === "," ? last : null;
}

/** The last mark is the decimal one, and stands once. `٫` is nothing else. */
function readWithFraction(number: string): string | null {
  const [, whole = "", mark = "", fraction = ""] = /^(.*)([.,\u066b])(\d+)$/.exec(number) ?? [];
  if (mark === "" || whole.includes(mark)) return null;
  const digits = readThousands(whole);
  return digits === null ? null : `${digits}.${fraction}`;
}

/** Groups of three behind one kind of mark, or of two as in India: `1,49,900`. */
const THOUSANDS = /^[1-9]\d{0,2}([.,' \u066c])\d{3}(\1\d{3})*$/;
const LAKHS = /^[1-9]\d?([, ])(\d{2}\1)+\d{3}$/;

function readThousands(number: string): string | null {
  if (/^(0|[1-9]\d*)$/.test(number)) return number;
  return THOUSANDS.test(number) || LAKHS.test(number) ? number.replace(/[^\d]/g, "") : null;
}

function findSlip(number: string): string {
  if (/^0\d/.test(number)) return "begins with a needless 0";
  if (/\d [\d]/.test(number)) return "has a space where no thousands begin";
  return "has its thousands and decimals in no order that is known";
}
