import "server-only";
import { z } from "zod";
import { CountryCode, CurrencyCode, Day, Periods, Slug } from "@/lib/contract/codes";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { db } from "@/lib/db";
import { Prisma } from "@/prisma/client/client";
import { runsOf } from "./runs";

/** A change of a local price by its vendor: same series, same currency, another amount. */
export const Move = z.object({
  product: Slug,
  name: z.string(),
  plan: z.string(),
  country: CountryCode,
  country_name: z.string(),
  currency: CurrencyCode,
  period: Periods,
  first_seen_on: Day,
  was: z.number().positive(),
  is: z.number().positive(),
  pct: z.number(),
  also: z.int().nonnegative().describe("Other countries with the same change of the same price."),
  amounts: z
    .array(z.object({ day: Day, amount: z.number() }))
    .describe("All amounts in this currency, from their first day."),
});
export type Move = z.infer<typeof Move>;

const LIMIT = 8;

/**
 * The largest changes of a current local price in the twelve months before the newest verification: one a vendor and
 * country, and one for countries that share it.
 */
export const findMoves = readOncePerVersion("moves", async (): Promise<{ since: string; moves: Move[] }> => {
  const [row] = await db().$queryRaw<[{ since: string; moves: Move[] }]>`
    WITH since AS (
      SELECT (data_date - interval '12 months')::date AS day FROM dataset_version ORDER BY id DESC LIMIT 1
    ),
    ${runsOf(Prisma.sql`
      SELECT o.price_id FROM price_observation o JOIN price p ON p.id = o.price_id AND p.amount IS NOT NULL
      GROUP BY o.price_id HAVING count(*) > 1`)},
    step AS (
      SELECT r.*, lag(r.amount) OVER w AS was, lag(r.currency) OVER w AS was_currency FROM run r
      WINDOW w AS (PARTITION BY r.price_id ORDER BY r.first_seen_on)
    ),
    change AS (
      SELECT s.*, p.product, p.country, p.period, pr.name, pr.plan, c.name AS country_name,
        coalesce(i.products, 0) AS weight, coalesce(pr.vendor, pr.slug) AS vendor,
        round(100 * (s.amount / s.was - 1), 4) AS pct
      FROM step s
      JOIN price p ON p.id = s.price_id
      JOIN product pr ON pr.slug = p.product
      JOIN country c ON c.code = p.country
      LEFT JOIN country_index i ON i.country = p.country AND i.version_id = (SELECT max(id) FROM dataset_version)
      WHERE s.amount <> s.was AND s.currency = s.was_currency AND s.first_seen_on > (SELECT day FROM since)
    ),
    largest AS (
      SELECT DISTINCT ON (vendor, country) * FROM change
      ORDER BY vendor, country, abs(pct) DESC, first_seen_on DESC, product
    ),
    shared AS (
      SELECT *, count(*) OVER (PARTITION BY product, currency, was, amount) - 1 AS also,
        row_number() OVER (PARTITION BY product, currency, was, amount ORDER BY weight DESC, country) AS place
      FROM largest
    )
    SELECT (SELECT day::text FROM since) AS since, (
      SELECT coalesce(json_agg(json_build_object(
        'product', product, 'name', name, 'plan', plan, 'country', country, 'country_name', country_name,
        'currency', currency, 'period', period, 'first_seen_on', first_seen_on, 'was', trim_scale(was), 'is', trim_scale(amount),
        'pct', trim_scale(pct), 'also', also,
        'amounts', (
          SELECT json_agg(json_build_object('day', r.first_seen_on, 'amount', trim_scale(r.amount)) ORDER BY r.first_seen_on)
          FROM run r WHERE r.price_id = listed.price_id AND r.currency = listed.currency
        )
      ) ORDER BY abs(pct) DESC, product, country), '[]')
      FROM (SELECT * FROM shared WHERE place = 1 ORDER BY abs(pct) DESC, product, country LIMIT ${LIMIT}) listed
    ) AS moves`;
  return row;
});
