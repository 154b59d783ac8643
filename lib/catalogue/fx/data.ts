import "server-only";
import { RATE_VALID_DAYS } from "@/lib/contract/days";
import { toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { RATE_SOURCE_ORDER, rateOnDaySql } from "@/lib/dataset/rate-rules";
import { db } from "@/lib/platform/db";
import { readRow } from "@/lib/platform/read-row";
import { Prisma } from "@/prisma/client/client";
import type { DisplayCurrency } from "./rules";
import type { Rate } from "./schema";

/** Rates of all currencies that have one on the dataset's rate day, by code; without USD. */
export const findVersionRates = readOncePerVersion("version-rates", async (): Promise<Rate[]> => {
  const [row] = await db().$queryRaw<[{ rates: Rate[] }]>`
    SELECT coalesce(json_agg(json_build_object(
      'currency', currency, 'date', date, 'usd_per_unit', trim_scale(usd_per_unit)
    ) ORDER BY currency), '[]') AS rates
    FROM (
      SELECT DISTINCT ON (currency) currency, date, usd_per_unit
      FROM fx_rate, (SELECT fx_date AS day FROM dataset_version ORDER BY id DESC LIMIT 1) version
      WHERE currency <> 'USD' AND date BETWEEN day - ${RATE_VALID_DAYS}::int AND day
      ORDER BY currency, date DESC, ${Prisma.raw(RATE_SOURCE_ORDER)}
    ) newest`;
  return row.rates;
});

type DatedRate = { day: string; usd_per_unit: number; date: string | null };

/**
 * The rates of a currency on days, in one dataset version: `rateOn` finds that of one of them, or of the rate day of the
 * dataset; null where neither it nor the ten days before have one. US dollars are 1 on every day.
 */
export async function findRatesOn(code: string, days: readonly string[]) {
  const asked = [...new Set(["", ...days])];
  const row = await readRow<{ version: VersionColumn; rates: DatedRate[] }>(Prisma.sql`
    SELECT ${versionColumn} AS version, (
      SELECT coalesce(json_agg(json_build_object('day', asked.day, 'usd_per_unit', trim_scale(known.rate), 'date', known.date)), '[]')
      FROM (SELECT ${code}::text AS code, (SELECT fx_date FROM dataset_version ORDER BY id DESC LIMIT 1) AS rate_day) target,
        unnest(${asked}::text[]) AS asked (day),
        LATERAL (SELECT coalesce(nullif(asked.day, '')::date, target.rate_day) AS day) AS used,
        LATERAL (${Prisma.raw(rateOnDaySql("target.code", "used.day"))}) AS known
    ) AS rates`);
  const known = new Map(row.rates.map(({ day, usd_per_unit: usdPerUnit, date }) => [day, { code, usdPerUnit, date }]));
  return {
    version: toVersion(row.version),
    rateOn: (day = ""): DisplayCurrency | null => known.get(day) ?? null,
  };
}
