import { PERIODS, PLACE_CODES, PLATFORMS } from "@/lib/contract/codes";
import { firstDayOf } from "@/lib/contract/country-currencies";
import { CURRENCY_CODES, isInForce, isUnpaid, monthOfWithdrawal } from "@/lib/contract/currencies";
import { MS_PER_DAY } from "@/lib/contract/days";

/** Returns the fault of a cell, or null. `latestDay`: last day not in the future. */
export type CellRule = (text: string, latestDay: string) => string | null;

/** No subscription is older: an earlier day is a typing error. */
const EARLIEST_DAY = "1990-01-01";
/** Limits PostgreSQL's arithmetic, which uses all digits. */
const MAX_RATE_LENGTH = 60;

const identifier =
  (pattern: RegExp, characters: string): CellRule =>
  (text) =>
    pattern.test(text) && text.length <= 100
      ? null
      : `${quote(text)} is not an identifier of lower-case letters, digits${characters}`;
export const checkSlug = identifier(/^[a-z0-9]+(-[a-z0-9]+)*$/, " and single hyphens");
export const checkSourceId = identifier(/^[a-z0-9]+([.-][a-z0-9]+)*$/, ", single hyphens and dots");

const oneCode =
  (codes: ReadonlySet<string>, kind: string): CellRule =>
  (text) => {
    if (codes.has(text)) return null;
    const upper = text.trim().toUpperCase();
    return codes.has(upper) ? `${quote(text)} must be written ${upper}` : `${quote(text)} is not ${kind} code`;
  };
const checkIsoCountry = oneCode(new Set(PLACE_CODES), "an ISO 3166-1 alpha-2");
export const checkCurrency = oneCode(CURRENCY_CODES, "an ISO 4217");
export const checkCountry: CellRule = (text, latestDay) =>
  text.toUpperCase() === "UK"
    ? `${quote(text)} is not an ISO 3166-1 code: the United Kingdom is GB`
    : checkIsoCountry(text, latestDay);

/** Of a price: metals, funds and units of account are no money that prices are printed in. */
export function checkCurrencyOn(code: string, day: string): string | null {
  if (isUnpaid(code)) return `${quote(code)} is a metal, fund or unit of account: no price is printed in it`;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const first = firstDayOf(code);
  if (first !== null && day < first) return `${quote(code)} is paid with since ${first}, after ${day}`;
  const month = monthOfWithdrawal(code);
  if (month === null || isInForce(code, day)) return null;
  return `${quote(code)} was withdrawn from ISO 4217 in ${month}, before ${day}`;
}

export const listed =
  (values: readonly string[]): CellRule =>
  (text) =>
    values.includes(text) ? null : `${quote(text)} is none of ${values.join(", ")}`;
export const checkPlatform = listed(PLATFORMS);
export const checkPeriod = listed(PERIODS);

export const checkBoolean: CellRule = (text) =>
  text === "true" || text === "false" ? null : `${quote(text)} is neither true nor false`;

const WANTED_AMOUNT = "is not a positive decimal such as 249.90";
const AMOUNT_SLIPS: readonly (readonly [RegExp, string])[] = [
  [/^0\d+(\.\d+)?$/, "begins with a needless 0"],
  [/^\d{12,}(\.\d+)?$/, "has more than 11 digits before the decimal point"],
  [/^\d+\.\d{5,}$/, "has more than 4 decimals"],
  [/^\d+(\.\d+)?$/, "is not more than 0"],
  [/^-/, `${WANTED_AMOUNT}: negative`],
  [/^\d[\d.]*e[+-]?\d+$/i, `${WANTED_AMOUNT}: exponents are not accepted`],
  [/^\d{1,3}([,'\s]\d{3})+(\.\d+)?$/, `${WANTED_AMOUNT}: no thousands separators`],
  [/^\d+,\d+$/, `${WANTED_AMOUNT}: the decimal mark is a point`],
  [/^(?=.*\d).*[^\d.,\s-]/s, `${WANTED_AMOUNT}: no currency signs or letters`],
];

/** Fits numeric(15,4), such as 249.90. */
export const checkAmount: CellRule = (text) => {
  if (/^(0|[1-9]\d{0,10})(\.\d{1,4})?$/.test(text) && /[1-9]/.test(text)) return null;
  return `${quote(text)} ${AMOUNT_SLIPS.find(([slip]) => slip.test(text))?.[1] ?? WANTED_AMOUNT}`;
};

/** US dollars per unit, also with an exponent (3.77e-05). */
export const checkRate: CellRule = (text) => {
  if (text.length > MAX_RATE_LENGTH) return `is longer than ${MAX_RATE_LENGTH} characters`;
  if (!/^\d+(\.\d+)?(e[+-]?\d{1,2})?$/i.test(text)) return `${quote(text)} is not a positive decimal such as 0.0272`;
  const size = Number(text);
  return size >= 1e-10 && size < 1e9 ? null : `${quote(text)} is not between 1e-10 and 1e9`;
};

export const checkDay: CellRule = (text, latestDay) => {
  const wrong = checkCalendarDay(text, latestDay);
  if (wrong !== null) return wrong;
  if (text > latestDay) return `${quote(text)} is in the future`;
  return text < EARLIEST_DAY ? `${quote(text)} is before ${EARLIEST_DAY}` : null;
};

export const checkInstant: CellRule = (text, latestDay) => {
  if (!/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?Z$/.test(text))
    return `${quote(text)} is not an instant in UTC, such as 2026-11-20T14:03:00Z`;
  return checkDay(text.slice(0, 10), latestDay);
};

/** Whether an instant lies on a day or the ones around it, as it does in some time zone. Texts that are none pass. */
export function isAroundDay(instant: string, day: string): boolean {
  const days = Math.abs(Date.parse(instant.slice(0, 10)) - Date.parse(day)) / MS_PER_DAY;
  return Number.isNaN(days) || days <= 1;
}

export const checkCalendarDay: CellRule = (text) => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return `${quote(text)} is not a day written YYYY-MM-DD`;
  const time = Date.parse(`${text}T00:00:00Z`);
  const exists = !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
  return exists ? null : `${quote(text)} does not exist`;
};

export const checkYear: CellRule = (text, latestDay) => {
  if (!/^(19|20)\d{2}$/.test(text)) return `${quote(text)} is not a year`;
  return text <= latestDay.slice(0, 4) ? null : `${quote(text)} is in the future`;
};

export const checkUrl: CellRule = (text) => {
  if (!/^https?:\/\/[^\s\p{Cc}]+$/u.test(text) || !URL.canParse(text)) {
    return `${quote(text)} is not an http or https address`;
  }
  if (text.length > 2_048) return "is longer than 2048 characters";
  // Only addresses with an @ can have a user name; others need no parsing.
  if (!text.includes("@")) return null;
  const { username, password } = new URL(text);
  return username === "" && password === "" ? null : "must not contain a user name or password";
};

export const checkWords: CellRule = (text) => {
  if (text === "") return "is empty";
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) return `${quote(text)} contains a control character or line break`;
  if (text.trim() !== text) return `${quote(text)} has spaces around it`;
  return text.length > 1_000 ? "is longer than 1000 characters" : null;
};

export const shortWords =
  (maxChars: number): CellRule =>
  (text, latestDay) =>
    text.length > maxChars ? `is longer than ${maxChars} characters` : checkWords(text, latestDay);

/** Per cent of the amount without tax, at most three decimals. No tax is a reason, not 0. */
export const checkTaxRate: CellRule = (text) => {
  if (!/^\d{1,3}(\.\d{1,3})?$/.test(text)) return `${quote(text)} is not a percentage such as 19 or 25.5`;
  if (Number(text) === 0) return 'is 0: a place without such a tax has no rate, and the reason "no such tax"';
  return Number(text) <= 100 ? null : `${quote(text)} is more than 100`;
};

export const checkOffers: CellRule = (text) =>
  /^[1-9]\d{0,3}$/.test(text) ? null : `${quote(text)} is not a number of offers from 1 to 9999`;

const isDecimal = (text: string) => /^\d{1,14}(\.\d{1,15})?$/.test(text) && /[1-9]/.test(text);

export const checkDecimal: CellRule = (text) =>
  isDecimal(text) ? null : `${quote(text)} is not a positive decimal such as 0.6038`;

/** US dollars a year, from 1 to ten million. */
export const checkIncome: CellRule = (text) =>
  isDecimal(text) && Number(text) >= 1 && Number(text) <= 1e7
    ? null
    : `${quote(text)} is not a decimal from 1 to 10000000, such as 83490`;

export const checkScope: CellRule = (text) =>
  /^(source|vendor):\S/.test(text) && text.length <= 1_000
    ? null
    : `${quote(text)} is neither source:<id> nor vendor:<name>`;

/** Shortened JSON: control characters never reach a terminal. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Of today in UTC: the latest day that has begun somewhere on earth. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + MS_PER_DAY).toISOString().slice(0, 10);
}
