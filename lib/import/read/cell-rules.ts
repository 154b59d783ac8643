import { COUNTRY_CODES, PERIODS, PLATFORMS } from "@/lib/contract/codes";
import { CURRENCY_CODES, isInForce, monthOfWithdrawal } from "@/lib/contract/currencies";
import { MS_PER_DAY } from "@/lib/contract/days";

/** Returns the fault of a cell's text, or null. `latestDay` is the last day that is not in the future. */
export type CellRule = (text: string, latestDay: string) => string | null;

/** No subscription is older: an earlier day is a typing error. */
const EARLIEST_DAY = "1990-01-01";
const CACHED_ANSWERS = 10_000;

const countries = new Set(COUNTRY_CODES);
const platforms = new Set<string>(PLATFORMS);
const periods = new Set<string>(PERIODS);

export const checkSlug: CellRule = (text) =>
  /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= 100
    ? null
    : `${quote(text)} is not an identifier of lower-case letters, digits and single hyphens`;

export const checkSourceId: CellRule = (text) =>
  /^[a-z0-9]+([.-][a-z0-9]+)*$/.test(text) && text.length <= 100
    ? null
    : `${quote(text)} is not an identifier of lower-case letters, digits, single hyphens and dots`;

export const checkCountry: CellRule = (text) => {
  if (countries.has(text)) return null;
  if (text.toUpperCase() === "UK") return `${quote(text)} is not an ISO 3166-1 code: the United Kingdom is GB`;
  const upper = text.trim().toUpperCase();
  return countries.has(upper)
    ? `${quote(text)} must be written ${upper}`
    : `${quote(text)} is not an ISO 3166-1 alpha-2 code`;
};

export const checkCurrency: CellRule = (text) => {
  if (CURRENCY_CODES.has(text)) return null;
  const upper = text.trim().toUpperCase();
  return CURRENCY_CODES.has(upper)
    ? `${quote(text)} must be written ${upper}`
    : `${quote(text)} is not an ISO 4217 code`;
};

/** Fault of a known currency that was not in force on a day; null for faults that other rules report. */
export function checkCurrencyOn(code: string, day: string): string | null {
  const month = monthOfWithdrawal(code);
  if (month === null || !/^\d{4}-\d{2}-\d{2}$/.test(day) || isInForce(code, day)) return null;
  return `${quote(code)} was withdrawn from ISO 4217 in ${month}, before ${day}`;
}

export const checkPlatform: CellRule = (text) =>
  platforms.has(text) ? null : `${quote(text)} is none of ${PLATFORMS.join(", ")}`;

export const checkPeriod: CellRule = (text) =>
  periods.has(text) ? null : `${quote(text)} is none of ${PERIODS.join(", ")}`;

/** Rule for one of a few values. */
export const listed =
  (values: readonly string[]): CellRule =>
  (text) =>
    values.includes(text) ? null : `${quote(text)} is none of ${values.join(", ")}`;

export const checkBoolean: CellRule = (text) =>
  text === "true" || text === "false" ? null : `${quote(text)} is neither true nor false`;

/** Plain positive decimal that fits numeric(15,4), such as 249.90. */
export const checkAmount: CellRule = (text) => {
  const isAmount = /^(0|[1-9]\d{0,10})(\.\d{1,4})?$/.test(text) && /[1-9]/.test(text);
  return isAmount ? null : `${quote(text)} ${describeAmountSlip(text)}`;
};

function describeAmountSlip(text: string): string {
  const parts = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (!parts) return `is not ${describeAmountForm(text)}`;
  const [, whole = "", fraction = ""] = parts;
  if (/^0\d/.test(whole)) return "begins with a needless 0";
  if (whole.length > 11) return "has more than 11 digits before the decimal point";
  return fraction.length > 4 ? "has more than 4 decimals" : "is not more than 0";
}

function describeAmountForm(text: string): string {
  const wanted = "a positive decimal such as 249.90";
  if (/^-/.test(text)) return `${wanted}: negative`;
  if (/^\d[\d.]*e[+-]?\d+$/i.test(text)) return `${wanted}: exponents are not accepted`;
  if (/^\d{1,3}([,'\s]\d{3})+(\.\d+)?$/.test(text)) return `${wanted}: no thousands separators`;
  if (/^\d+,\d+$/.test(text)) return `${wanted}: the decimal mark is a point`;
  if (/\d/.test(text) && /[^\d.,\s-]/.test(text)) return `${wanted}: no currency signs or letters`;
  return wanted;
}

/** US dollars per unit: a positive decimal, with or without an exponent (3.77e-05). */
export const checkRate: CellRule = (text) => {
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

/** Any day of the calendar: laws are older than subscriptions, and are announced before they take effect. */
export const checkCalendarDay: CellRule = (text) => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return `${quote(text)} is not a day written YYYY-MM-DD`;
  const time = Date.parse(`${text}T00:00:00Z`);
  const exists = !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
  return exists ? null : `${quote(text)} does not exist`;
};

export const checkUrl: CellRule = (text) => {
  if (!/^https?:\/\/[^\s\p{Cc}]+$/u.test(text) || !URL.canParse(text)) {
    return `${quote(text)} is not an http or https address`;
  }
  if (text.length > 2_048) return "is longer than 2048 characters";
  // Only addresses with an @ can have a user name, so the others need no parsing.
  if (!text.includes("@")) return null;
  const { username, password } = new URL(text);
  return username === "" && password === "" ? null : "must not contain a user name or password";
};

/** Text for people: one line, without spaces around it. */
export const checkWords: CellRule = (text) => {
  if (text === "") return "is empty";
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) return `${quote(text)} contains a control character or line break`;
  if (text.trim() !== text) return `${quote(text)} has spaces around it`;
  return text.length > 1_000 ? "is longer than 1000 characters" : null;
};

/** Caches the results of a rule: for slow rules, and columns of few values over millions of rows. */
export function cacheResults(rule: CellRule): CellRule {
  const answers = new Map<string, string | null>();
  let answersFor = "";
  return (text, latestDay) => {
    if (answersFor !== latestDay || answers.size >= CACHED_ANSWERS) {
      answers.clear();
      answersFor = latestDay;
    }
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = rule(text, latestDay);
    answers.set(text, answer);
    return answer;
  };
}

/** Text as shortened JSON: control characters never reach a terminal. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Last day that is not in the future anywhere on earth: tomorrow in UTC. */
export function latestDay(now: Date): string {
  return new Date(now.getTime() + MS_PER_DAY).toISOString().slice(0, 10);
}
