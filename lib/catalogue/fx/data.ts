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

/** Currencies that US dollars are converted to. */
export const CONVERTED = [...CURRENCY_CODES].filter((code) => code !== "USD");

type RateRow = { currency: string; day: Date; date: Date; usdPerUnit: Prisma.Decimal; source: string };

/** Rates of currencies on days, with the day that was asked for; those that there are, by currency. */
export async function findNeededRates(version: Version, needed: readonly NeededRate[]) {
  const rows = await publishedDb().$queryRaw<RateRow[]>(ratesOn(version, needed));
  return rows.map(({ currency, day, date, usdPerUnit, source }) => ({
    ...{ currency, day: toDay(day), date: toDay(date), usd_per_unit: toNumber(usdPerUnit), source },
  }));
}

/** Rates of all currencies that have one on the dataset's rate day, by code; without USD. */
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
 * Finds the rates of a currency on days: the function it returns gives that of one of them, or of the rate day of the
 * dataset; null where neither it nor the ten days before have one. US dollars are 1 on every day.
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
