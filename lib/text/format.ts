import { COUNTRY_NAMES } from "@/lib/contract/country-names";
import { MS_PER_DAY } from "@/lib/contract/days";

const LOCALE = "en";
const MINUS = "\u2212";
const NARROW_SPACE = "\u202f";
const NO_BREAK_SPACE = "\u00a0";

export const STALE_AFTER_DAYS = 90;

/** Caches by key, because making a formatter is slow. */
function remember<Key extends string | number, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

export const cacheFormats = <Key extends string | number>(optionsOf: (key: Key) => Intl.NumberFormatOptions) =>
  remember((key: Key) => new Intl.NumberFormat(LOCALE, optionsOf(key)));

const withMinus = (text: string) => text.replace("-", MINUS);

const decimalsOf = (value: number) => value.toString().split(".")[1]?.length ?? 0;

const inCurrency = cacheFormats((currency: string) => ({ style: "currency", currency }));
const tinyInCurrency = cacheFormats((currency: string) => ({
  style: "currency",
  currency,
  maximumSignificantDigits: 2,
}));
const tiny = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 2 });
const toDigits = cacheFormats((digits: number) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits }));
const signedToDigits = cacheFormats((digits: number) => ({
  minimumFractionDigits: digits,
  maximumFractionDigits: digits,
  signDisplay: "exceptZero",
}));
const counts = new Intl.NumberFormat(LOCALE);
const ticks = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 0, maximumFractionDigits: 4 });
const ticksInCurrency = cacheFormats((currency: string) => ({
  style: "currency",
  currency,
  minimumFractionDigits: 0,
  maximumFractionDigits: 4,
}));
/** By currency and number of digits: `EUR 2`. */
const published = cacheFormats((key: string) => ({
  style: "currency",
  currency: key.slice(0, 3),
  currencyDisplay: "code",
  trailingZeroDisplay: "stripIfInteger",
  maximumFractionDigits: Number(key.slice(4)),
}));

/** Resolving options takes longer than formatting. */
const minorDigits = remember((currency: string) => inCurrency(currency).resolvedOptions().maximumFractionDigits ?? 2);

/** `EUR 13.99`, `HUF 4,490`: an amount as published, with all digits. */
export const formatMoney = (amount: number, currency: string): string =>
  published(`${currency} ${Math.max(minorDigits(currency), decimalsOf(amount))}`).format(amount);

/**
 * `€13.99`, `CA$21.00`, `¥1,590`: rounded to the minor unit. Smaller amounts keep two significant digits, so that no
 * price reads as zero.
 */
export const formatPrice = (amount: number, currency: string): string =>
  (isTiny(amount, currency) ? tinyInCurrency : inCurrency)(currency).format(amount);

/** `$15.89`. */
export const formatUsd = (usd: number): string => formatPrice(usd, "USD");

/** `15.89`. */
export const formatAmount = (amount: number, currency = "USD"): string =>
  (isTiny(amount, currency) ? tiny : toDigits(minorDigits(currency))).format(amount);

const isTiny = (amount: number, currency: string) => amount > 0 && amount < 0.5 * 10 ** -minorDigits(currency);

/** `$30`, `1,500`, `0.5`. */
export const formatTick = (value: number, currency: string | null): string =>
  (currency === null ? ticks : ticksInCurrency(currency)).format(value);

/** `3,136`. */
export const formatCount = (count: number): string => counts.format(count);

/** `−56.2%`, `+5.3%`, `0.0%`; `pct` is in per cent. */
export const formatPct = (pct: number, digits = 1): string => `${withMinus(signedToDigits(digits).format(pct))}%`;

/** `94%`; `share` is between 0 and 1. */
export const formatShare = (share: number, digits = 0): string => `${toDigits(digits).format(100 * share)}%`;

/** `56% less`, `25% more`, `the same`. */
export function formatLessOrMore(pct: number): string {
  if (Math.abs(pct) < 0.5) return "the same";
  return `${formatShare(Math.abs(pct) / 100)} ${pct < 0 ? "less" : "more"}`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `29 Sep 2026` with non-breaking spaces. Accepts an instant too. */
export const formatDay = (day: string): string => [formatDayOfYear(day), Number(day.slice(0, 4))].join(NO_BREAK_SPACE);

/** `29 Sep`. */
export const formatDayOfYear = (day: string): string =>
  [Number(day.slice(8, 10)), MONTHS[Number(day.slice(5, 7)) - 1]].join(NO_BREAK_SPACE);

const months = new Intl.DateTimeFormat(LOCALE, { month: "long", year: "numeric", timeZone: "UTC" });

/** `April 2026` for `2026-04`. A month never stands without its year. */
export const formatMonth = (month: string): string => months.format(new Date(`${month}-01`));

/** Both are YYYY-MM-DD. */
export const daysBetween = (day: string, today: string): number =>
  Math.round((Date.parse(today) - Date.parse(day)) / MS_PER_DAY);

export const isStale = (day: string, today: string): boolean => daysBetween(day, today) > STALE_AFTER_DAYS;

/** `174 d`, never negative. */
export const formatAge = (day: string, today: string): string =>
  `${Math.max(0, daysBetween(day, today))}${NARROW_SPACE}d`;

/** `Türkiye` for `TR`. Returns an unknown code as it is. */
export const countryName = (code: string): string => COUNTRY_NAMES.get(code) ?? code;

const TAKES_ARTICLE =
  /^(United|Democratic|Republic|Central African|Isle|British|U\.S\.)|^(?!South Georgia).*\b(Islands|Republic|Territory|Territories|Netherlands|Philippines|Bahamas|Maldives|Comoros|Gambia|Seychelles)$/;

/** `the United States`, `Türkiye`. */
export function countryInSentence(code: string): string {
  const name = countryName(code);
  return TAKES_ARTICLE.test(name) ? `the ${name}` : name;
}

/** Name of a base of comparison in a sentence: `the US`, `Germany`. */
export const baseName = (code: string): string => (code === "US" ? "the US" : countryInSentence(code));

const currencyNames = new Intl.DisplayNames(LOCALE, { type: "currency" });

/** `Turkish Lira` for `TRY`. Returns an unknown code as it is. */
export const currencyName = remember((code: string): string => currencyNames.of(code) ?? code);

/** Several times as fast as `localeCompare`. */
export const compareNames: (a: string, b: string) => number = new Intl.Collator(LOCALE).compare;
