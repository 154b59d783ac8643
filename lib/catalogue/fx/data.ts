import "server-only";
import { CURRENCY_CODES } from "@/lib/contract/currencies";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { oncePerVersion } from "@/lib/versions/once";
import { toDay, toNumber } from "@/lib/versions/values";
import type { Prisma } from "@/prisma/client/client";
import type { DisplayCurrency, NeededRate } from "./rules";
import type { Rate } from "./schema";
import { ratesOn } from "./sql";

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
