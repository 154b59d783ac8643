import Negotiator from "negotiator";
import type { Country, CountryIndex, IndexedCountry } from "./schema";

/** Cookie with the reader's remembered country, ISO 3166-1 alpha-2; set by /preferences. */
export const COUNTRY_COOKIE = "country";

/** Width in per cent of the classes in which differences from the US are counted. */
export const BIN_PCT = 5;

/** Countries with an index, cheapest first; equal ranks by code. */
export const withIndex = (countries: readonly Country[]): IndexedCountry[] =>
  countries
    .filter((country): country is IndexedCountry => country.index !== null)
    .sort((a, b) => a.index.rank - b.index.rank || (a.code < b.code ? -1 : 1));

/** 95 % interval of the median in per cent; null in datasets published before it was computed. */
export const medianInterval = ({
  median_low,
  median_high,
}: Pick<CountryIndex, "median_low" | "median_high">): readonly [number, number] | null =>
  median_low === null || median_high === null ? null : [median_low, median_high];

/** Most likely country by an Accept-Language header, among those `known`; null without one. */
export function guessCountry(header: string | null, known: ReadonlySet<string>): string | null {
  return suggestCountries(header).find((region) => known.has(region)) ?? null;
}

/**
 * Likely countries by an Accept-Language header, most likely first: the regions that it names, then those where most
 * speakers of its languages live (`de` is DE).
 */
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
