import "server-only";
import { CURRENCY_CODES } from "@/lib/contract/currencies";
import { priceRateSql } from "@/lib/dataset/rate-rules";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { oncePerVersion } from "@/lib/versions/once";
import { validRows } from "@/lib/versions/valid-rows-sql";
import { toDay, toNumber } from "@/lib/versions/values";
import { Prisma } from "@/prisma/client/client";
import type { DisplayCurrency, NeededRate } from "./rules";
import type { Rate } from "./schema";

export const CONVERTED = [...CURRENCY_CODES].filter((code) => code !== "USD");

type RateRow = { currency: string; day: Date; date: Date; usdPerUnit: Prisma.Decimal; source: string };

export async function findNeededRates(version: Version, needed: readonly NeededRate[]) {
  const rows = await publishedDb().$queryRaw<RateRow[]>(ratesOn(version, needed));
  return rows.map(({ currency, day, date, usdPerUnit, source }) => ({
    currency,
    day: toDay(day),
    date: toDay(date),
    usd_per_unit: toNumber(usdPerUnit),
    source,
  }));
}

/** By currency code, without USD. */
export const findVersionRates = oncePerVersion("version-rates", async (version): Promise<Rate[]> => {
  const { fxDate } = version;
  if (fxDate === null) return [];
  const rates = await findNeededRates(
    version,
    CONVERTED.map((currency) => ({ currency, day: fxDate })),
  );
  return rates.map(({ currency, date, usd_per_unit }) => ({ currency, date, usd_per_unit }));
});

/**
 * Returns a function for the rate of a day, or of the rate day without one. Searches ten days back, else null; US
 * dollars are 1.
 */
export async function findRatesOn(version: Version, code: string, days: readonly string[]) {
  const asked = [...new Set([...days, ...(version.fxDate === null ? [] : [version.fxDate])])];
  const rates = await findNeededRates(
    version,
    asked.map((day) => ({ currency: code, day })),
  );
  const known = new Map(rates.map(({ day, usd_per_unit: usdPerUnit, date }) => [day, { code, usdPerUnit, date }]));
  return (day = version.fxDate ?? ""): DisplayCurrency | null => known.get(day) ?? null;
}

/**
 * Statement for the rates of currencies on days in a version, those that there are, by currency. By hand, because each is
 * that of the newest of several days and of the first of several sources. From the rate day on, the newest rate is held.
 */
const ratesOn = (version: Version, needed: readonly NeededRate[]) => Prisma.sql`
  WITH ${validRows(version)}
  SELECT needed.currency, needed.day, known.date, known.rate AS "usdPerUnit", known.source_id AS source
  FROM unnest(${needed.map(({ currency }) => currency)}::text[], ${needed.map(({ day }) => day)}::date[],
    ${needed.map(({ isAfter = false }) => isAfter)}::boolean[]) AS needed (currency, day, is_after)
  CROSS JOIN LATERAL (
    SELECT CASE WHEN is_after THEN (SELECT min(r.date) FROM rate r WHERE r.currency = needed.currency AND r.date > needed.day)
      ELSE needed.day END AS day
  ) AS used
  CROSS JOIN LATERAL (${Prisma.raw(priceRateSql(version.id, "needed.currency", "used.day"))}) AS known
  ORDER BY needed.currency`;
