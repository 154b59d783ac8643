import { countries, getCountryDataList } from "countries-list";
import { z } from "zod";

/** Sorted as in the database. */
export const PLATFORMS = ["android", "any", "ios", "web"] as const;
export const PERIODS = ["monthly", "quarterly", "semiannual", "weekly", "yearly"] as const;
export const REGIONS = ["africa", "antarctica", "asia", "europe", "north-america", "oceania", "south-america"] as const;
export type Region = (typeof REGIONS)[number];
export type Platform = (typeof PLATFORMS)[number];
export type Period = (typeof PERIODS)[number];

/** ISO 3166-1 alpha-2 codes and XK (user-assigned), sorted. */
export const COUNTRY_CODES: readonly string[] = Object.keys(countries).sort();

/** Reserved, not assigned: Ascension and Tristan da Cunha belong to SH. */
const RESERVED_CODES = new Set(["AC", "TA"]);
/** Places that a price can be of. */
export const PLACE_CODES: readonly string[] = COUNTRY_CODES.filter((code) => !RESERVED_CODES.has(code));

export const CountryCode = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .meta({
    id: "CountryCode",
    description: "ISO 3166-1 alpha-2 code; XK (Kosovo) is accepted as user-assigned.",
    example: "TR",
  });
const LONG_CODES = new Map<string, string>(getCountryDataList().map(({ iso2, iso3 }) => [iso2, iso3]));

/** ISO 3166-1 alpha-3 code of an alpha-2 code. */
export function toIso3(code: string): string {
  const long = LONG_CODES.get(code);
  if (long === undefined) throw new RangeError(`${code} is no country`);
  return long;
}

export const CurrencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .meta({
    id: "CurrencyCode",
    description: "ISO 4217 code.",
    example: "TRY",
  });
export const Slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .meta({
    id: "Slug",
    description: "Text identifier of a product: one plan of one service.",
    example: "netflix",
  });
export const Platforms = z.enum(PLATFORMS).meta({ id: "Platform", description: "Where the price applies." });
export const Periods = z.enum(PERIODS).meta({ id: "Period", description: "What one payment covers." });
export const Day = z.iso.date().meta({ id: "Day", description: "Calendar day, YYYY-MM-DD.", example: "2026-09-29" });
export const Instant = z.iso.datetime().meta({ id: "Instant", description: "RFC 3339, UTC." });
