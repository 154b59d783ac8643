import "server-only";
import type { ClientBase } from "pg";
import { RATE_VALID_DAYS } from "@/lib/contract/days";
import { RATE_SOURCE_ORDER, STALE_PRICES_SHARE } from "@/lib/dataset/rate-rules";
import { validRowsText } from "@/lib/versions/valid-rows-sql";

/**
 * Finds the newest day whose rates, at most ten days old, cover 95% of prices in rated currencies, else the best
 * cover; null without rates. One ended or partly updated currency does not decide.
 */
export const rateDay = (id: number) => `(
  WITH ${validRowsText(id)}, used AS (
    SELECT currency, count(*) AS prices FROM state WHERE amount IS NOT NULL GROUP BY currency
  ), span AS (
    SELECT currency, prices, date,
      least(date + ${RATE_VALID_DAYS}, lead(date) OVER (PARTITION BY currency ORDER BY date) - 1) AS last_day
    FROM (SELECT DISTINCT currency, date FROM rate WHERE currency <> 'USD') AS rated JOIN used USING (currency)
  ), needed AS (
    SELECT coalesce(sum(prices) FILTER (WHERE currency <> 'USD'), 0) - ${STALE_PRICES_SHARE} * coalesce(sum(prices), 0) AS prices
    FROM used WHERE currency = 'USD' OR currency IN (SELECT currency FROM span)
  ), step AS (
    SELECT date AS day, prices AS gained, true AS is_published FROM span
    UNION ALL SELECT last_day + 1, -prices, false FROM span
    UNION ALL SELECT date, 0, true FROM rate
  ), covered AS (
    SELECT day, bool_or(is_published) AS is_published, sum(sum(gained)) OVER (ORDER BY day) AS prices FROM step GROUP BY day
  )
  SELECT day FROM covered, needed WHERE is_published ORDER BY least(covered.prices, needed.prices) DESC, day DESC LIMIT 1
)`;

/** A currency without a rate of the last ten days gets the nearest before, else the first after, marked `is_stale`. */
export async function stageVersionRates(client: ClientBase, id: number): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE version_rate ON COMMIT DROP AS
     WITH ${validRowsText(id)}, rate_day AS MATERIALIZED (SELECT fx_date AS day FROM dataset_version WHERE id = ${id})
     SELECT nearest.*, date NOT BETWEEN day - ${RATE_VALID_DAYS} AND day AS is_stale FROM rate_day, (
       SELECT DISTINCT ON (currency) currency, usd_per_unit, date, source_id FROM rate, rate_day WHERE currency <> 'USD'
       ORDER BY currency, date > day, abs(date - day), ${RATE_SOURCE_ORDER}
     ) AS nearest
     UNION ALL SELECT 'USD', 1, day, NULL, false FROM rate_day`,
  );
}

interface Behind {
  day: string | null;
  newest: string | null;
  late: string | null;
  latePrices: number;
  stale: string | null;
  stalePrices: number;
  unrated: string | null;
  unratedPrices: number;
  prices: number;
}

export async function describeRates(client: ClientBase, id: number): Promise<string[]> {
  const { rows } = await client.query<Behind>(
    `WITH ${validRowsText(id)}, version AS (
       SELECT fx_date AS day, (SELECT max(date) FROM rate) AS newest FROM dataset_version WHERE id = ${id}
     ), counted AS (
       SELECT currency, count(*)::int AS prices, bool_or(fx_stale) AS is_stale, bool_or(fx_rate IS NULL) AS is_unrated
       FROM price WHERE version_id = ${id} GROUP BY currency
     ), used AS (
       SELECT *, currency <> 'USD' AND NOT is_stale
         AND (SELECT max(date) FROM rate r WHERE r.currency = counted.currency) < newest - ${RATE_VALID_DAYS} AS is_late
       FROM counted, version
     )
     SELECT day::text, newest::text, (SELECT sum(prices)::int FROM used) AS prices,
       ${OF_KIND.map((kind) => `${listOf(kind)} AS ${kind}, ${countOf(kind)} AS "${kind}Prices"`).join(", ")}
     FROM version`,
  );
  return rows.flatMap(writeBehind);
}

const OF_KIND = ["late", "stale", "unrated"] as const;
const listOf = (kind: string) =>
  `(SELECT string_agg(format('%s (%s prices)', currency, prices), ', ' ORDER BY currency) FROM used WHERE is_${kind})`;
const countOf = (kind: string) => `(SELECT coalesce(sum(prices), 0)::int FROM used WHERE is_${kind})`;

function writeBehind({ day, newest, prices, ...behind }: Behind): string[] {
  const share = (count: number) => `${count} of ${prices} prices, ${((100 * count) / prices).toFixed(1)}%`;
  const lines: string[] = [];
  if (behind.late !== null && newest !== day)
    lines.push(
      `US dollars are at the rates of ${day}, because the newest, of ${newest}, leave out ${share(behind.latePrices)}: ${behind.late}.`,
    );
  if (behind.stale !== null)
    lines.push(
      `No rate of ${day} or the ${RATE_VALID_DAYS} days before, so that they are compared with nothing (${share(behind.stalePrices)}): ${behind.stale}.`,
    );
  if (behind.unrated !== null)
    lines.push(`No exchange rate at all (${share(behind.unratedPrices)}): ${behind.unrated}.`);
  return lines;
}
