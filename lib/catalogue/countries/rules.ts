import Big from "big.js";
import Negotiator from "negotiator";
import type { Country, CountryIndex, IndexedCountry } from "./schema";

/** ISO 3166-1 alpha-2; set by /preferences. */
export const COUNTRY_COOKIE = "country";

/** Level where the base is 100, of a difference in per cent. */
export const levelOf = (pct: number): number => Big(100).plus(pct).toNumber();

/** Per cent with two decimals of a share of 1. */
export const toSharePct = (share: number): number => Math.round(share * 1e4) / 100;

/** Width in per cent of a class of differences from the US. */
export const BIN_PCT = 5;

/** Cheapest first; equal ranks by code. */
export const withIndex = (countries: readonly Country[]): IndexedCountry[] =>
  countries
    .filter((country): country is IndexedCountry => country.index !== null)
    .sort((a, b) => a.index.rank - b.index.rank || (a.country < b.country ? -1 : 1));

/** 95% interval in per cent; null in versions published before it was computed. */
export const medianInterval = ({
  median_low,
  median_high,
}: Pick<CountryIndex, "median_low" | "median_high">): readonly [number, number] | null =>
  median_low === null || median_high === null ? null : [median_low, median_high];

/** Most likely known country by an Accept-Language header; null without one. */
export function guessCountry(header: string | null, known: ReadonlySet<string>): string | null {
  return suggestCountries(header).find((region) => known.has(region)) ?? null;
}

/** Most likely first: regions in the header, then the main country of each language (`de` is DE). */
export function suggestCountries(header: string | null): string[] {
  const tags = new Negotiator({ headers: { "accept-language": header ?? "" } }).languages().slice(0, 20);
  const locales = tags.filter((tag) => /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(tag)).flatMap(toLocale);
  const stated = locales.map(({ region }) => region);
  const likely = locales.map((locale) => locale.maximize().region);
  return [...new Set([...stated, ...likely].filter((region) => region !== undefined))];
}

function toLocale(tag: string): Intl.Locale[] {
  try {
    return [new Intl.Locale(tag)];
  } catch {
    return [];
  }
}
