import "server-only";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { db } from "@/lib/platform/db";
import { bySourcePreference } from "./preference-sql";
import type { Rate } from "./schema";

/** The newest rate of every currency that still has one (within 10 days of the dataset's rates), by code; without USD. */
export const findNewestRates = readOncePerVersion("newest-rates", async (): Promise<Rate[]> => {
  const [row] = await db().$queryRaw<[{ rates: Rate[] }]>`
    SELECT coalesce(json_agg(json_build_object(
      'currency', currency, 'date', date, 'usd_per_unit', trim_scale(usd_per_unit)
    ) ORDER BY currency), '[]') AS rates
    FROM (
      SELECT DISTINCT ON (f.currency) f.currency, f.date, f.usd_per_unit FROM fx_rate f
      ORDER BY f.currency, f.date DESC, ${bySourcePreference}
    ) newest
    WHERE currency <> 'USD'
      AND date >= (SELECT coalesce(fx_date, data_date) FROM dataset_version ORDER BY id DESC LIMIT 1) - 10`;
  return row.rates;
});
