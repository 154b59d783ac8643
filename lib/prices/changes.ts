import "server-only";
import { z } from "zod";
import { CountryCode, CurrencyCode, Day, Periods, Platforms, Slug } from "@/lib/contract/codes";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { db } from "@/lib/db";
import { Prisma } from "@/prisma/client/client";
import { runsOf } from "./runs";

/** Another amount or currency than the run before it, as it was first seen. */
export const Change = z.object({
  product: Slug,
  name: z.string(),
  plan: z.string(),
  country: CountryCode,
  country_name: z.string(),
  platform: Platforms,
  period: Periods,
  first_seen_on: Day,
  was: z.object({ amount: z.number().positive(), currency: CurrencyCode, last_seen_on: Day }),
  is: z.object({ amount: z.number().positive(), currency: CurrencyCode }),
  pct: z.number().nullable().describe("Per cent; null where the currency changed."),
  source_url: z.url(),
});
export type Change = z.infer<typeof Change>;

const LIMIT = 100;

/** The newest changes of local prices, newest first. */
export const findChanges = readOncePerVersion("changes", async (): Promise<Change[]> => {
  const [row] = await db().$queryRaw<[{ changes: Change[] }]>`
    WITH ${runsOf(Prisma.sql`
      SELECT price_id FROM price_observation
      WHERE amount IS NOT NULL GROUP BY price_id HAVING min(amount) <> max(amount) OR min(currency) <> max(currency)`)},
    step AS (
      SELECT r.*, lag(r.amount) OVER w AS was_amount, lag(r.currency) OVER w AS was_currency,
        lag(r.last_seen_on) OVER w AS was_last_seen_on
      FROM run r WHERE r.amount IS NOT NULL
      WINDOW w AS (PARTITION BY r.price_id ORDER BY r.first_seen_on)
    ),
    newest AS (
      SELECT s.*, p.product, p.country, p.platform, p.period, pr.name, pr.plan, c.name AS country_name, o.source_url
      FROM step s
      JOIN price p ON p.id = s.price_id
      JOIN product pr ON pr.slug = p.product
      JOIN country c ON c.code = p.country
      JOIN price_observation o ON o.price_id = s.price_id AND o.observed_on = s.first_seen_on
      WHERE (s.amount, s.currency) IS DISTINCT FROM (s.was_amount, s.was_currency) AND s.was_amount IS NOT NULL
      ORDER BY s.first_seen_on DESC, p.product, p.country, p.platform, p.period LIMIT ${LIMIT}
    )
    SELECT coalesce(json_agg(json_build_object(
      'product', product, 'name', name, 'plan', plan, 'country', country, 'country_name', country_name,
      'platform', platform, 'period', period, 'first_seen_on', first_seen_on,
      'was', json_build_object(
        'amount', trim_scale(was_amount), 'currency', was_currency, 'last_seen_on', was_last_seen_on
      ),
      'is', json_build_object('amount', trim_scale(amount), 'currency', currency),
      'pct', CASE WHEN currency = was_currency THEN trim_scale(round(100 * (amount / was_amount - 1), 4)) END,
      'source_url', source_url
    ) ORDER BY first_seen_on DESC, product, country, platform, period), '[]') AS changes
    FROM newest`;
  return row.changes;
});
