import { COUNTRY_NAMES } from "@/lib/contract/country-names";
import { MS_PER_DAY } from "@/lib/contract/days";

// The website is in English; `locale` sets how numbers are written.
const LOCALE = "en";
const MINUS = "\u2212";
const NARROW_SPACE = "\u202f";
const NO_BREAK_SPACE = "\u00a0";

/** Prices verified longer ago than this carry a mark. */
export const STALE_AFTER_DAYS = 90;

const numberFormats = new Map<string, Intl.NumberFormat>();

/** Cached formatters: creating one is slow, and a table needs hundreds. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  let key = locale;
  for (const name in options) key += ` ${name} ${options[name as keyof typeof options]}`;
  const known = numberFormats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, options);
  numberFormats.set(key, made);
  return made;
}

const withMinus = (text: string) => text.replace("-", MINUS);

const decimalsOf = (value: number) => value.toString().split(".")[1]?.length ?? 0;

const knownMinorDigits = new Map<string, number>();

/** Digits after the point of a currency's amounts; cached, because resolving options takes longer than formatting. */
function minorDigits(currency: string): number {
  const known = knownMinorDigits.get(currency);
  if (known !== undefined) return known;
  const digits = numberFormat(LOCALE, { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  knownMinorDigits.set(currency, digits);
  return digits;
}

/** `EUR 13.99`, `HUF 4,490`: a local amount as published, with all its digits. `currency` is an ISO 4217 code. */
export function formatMoney(amount: number, currency: string, locale = LOCALE): string {
  return numberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "code",
    trailingZeroDisplay: "stripIfInteger",
    maximumFractionDigits: Math.max(minorDigits(currency), decimalsOf(amount)),
  }).format(amount);
}

/**
 * `€13.99`, `CA$21.00`, `¥1,590`: an amount in the reader's display currency, rounded to its minor unit.
 * Amounts below one minor unit keep two significant digits, so that no price reads as zero.
 */
export function formatPrice(amount: number, currency: string, locale = LOCALE): string {
  return numberFormat(locale, { style: "currency", currency, ...tinyDigits(amount, currency) }).format(amount);
}

/** `$15.89`. `usd` is in US dollars. */
export const formatUsd = (usd: number, locale = LOCALE): string => formatPrice(usd, "USD", locale);

/** `15.89`: an amount without its currency, for columns whose head names it. */
export function formatAmount(amount: number, currency = "USD", locale = LOCALE): string {
  const digits = minorDigits(currency);
  return numberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    ...tinyDigits(amount, currency),
  }).format(amount);
}

/** `$30`, `1,500`, `0.5`: a round value on an axis; only one tick of an axis shows the currency. */
export function formatTick(value: number, currency: string | null, locale = LOCALE): string {
  const style = currency === null ? {} : ({ style: "currency", currency } as const);
  return numberFormat(locale, { ...style, minimumFractionDigits: 0, maximumFractionDigits: 4 }).format(value);
}

function tinyDigits(amount: number, currency: string): Intl.NumberFormatOptions {
  const isTiny = amount > 0 && amount < 0.5 * 10 ** -minorDigits(currency);
  return isTiny ? { maximumSignificantDigits: 2 } : {};
}

/** `3,136`. */
export const formatCount = (count: number, locale = LOCALE): string => numberFormat(locale, {}).format(count);

/** `−56.2 %`, `+5.3 %`, `0.0 %`: a signed difference; `pct` is in per cent. */
export function formatPct(pct: number, digits = 1, locale = LOCALE): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: "exceptZero" } as const;
  return `${withMinus(numberFormat(locale, options).format(pct))}${NARROW_SPACE}%`;
}

/** `94 %`: a share between 0 and 1, without a sign. */
export function formatShare(share: number, digits = 0, locale = LOCALE): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `${numberFormat(locale, options).format(100 * share)}${NARROW_SPACE}%`;
}

/** `56 % less`, `25 % more`, `the same`: a difference in per cent, for use in sentences. */
export function formatLessOrMore(pct: number, locale = LOCALE): string {
  if (Math.abs(pct) < 0.5) return "the same";
  return `${formatShare(Math.abs(pct) / 100, 0, locale)} ${pct < 0 ? "less" : "more"}`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `29 Sep 2026`: a day of `2026-09-29` or of an instant that begins so, with non-breaking spaces. */
export const formatDay = (day: string): string => [formatDayOfYear(day), Number(day.slice(0, 4))].join(NO_BREAK_SPACE);

/** `29 Sep`: a day, where the year is clear from the context. */
export const formatDayOfYear = (day: string): string =>
  [Number(day.slice(8, 10)), MONTHS[Number(day.slice(5, 7)) - 1]].join(NO_BREAK_SPACE);

/** Whole days from `day` to `today`, both YYYY-MM-DD. */
export const daysBetween = (day: string, today: string): number =>
  Math.round((Date.parse(today) - Date.parse(day)) / MS_PER_DAY);

/** Checks that a price verified on `day` is old enough to need a mark. */
export const isStale = (day: string, today: string): boolean => daysBetween(day, today) > STALE_AFTER_DAYS;

/** `174 d`: the age of `day`, never negative. */
export const formatAge = (day: string, today: string): string =>
  `${Math.max(0, daysBetween(day, today))}${NARROW_SPACE}d`;

/** `Türkiye` of `TR`, as in the API. Returns an unknown code as it is. */
export const countryName = (code: string): string => COUNTRY_NAMES.get(code) ?? code;

const TAKES_ARTICLE =
  /^(United|Democratic|Republic|Central African|Isle|British|U\.S\.)|^(?!South Georgia).*\b(Islands|Republic|Territory|Territories|Netherlands|Philippines|Bahamas|Maldives|Comoros|Gambia|Seychelles)$/;

/** `the United States`, `Türkiye`: a country's name inside a sentence. */
export function countryInSentence(code: string): string {
  const name = countryName(code);
  return TAKES_ARTICLE.test(name) ? `the ${name}` : name;
}

const currencyNames = new Intl.DisplayNames(LOCALE, { type: "currency" });

/** `Turkish Lira` of `TRY`. Returns an unknown code as it is. */
export const currencyName = (code: string): string => currencyNames.of(code) ?? code;
