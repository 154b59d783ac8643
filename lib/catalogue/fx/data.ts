import "server-only";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { RATE_SOURCE_ORDER, RATE_VALID_DAYS } from "@/lib/dataset/rate-rules";
import { db } from "@/lib/platform/db";
import { Prisma } from "@/prisma/client/client";
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
