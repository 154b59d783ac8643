import "server-only";
import type { ClientBase } from "pg";
import { isComparable } from "@/lib/dataset/rate-rules";
import { ABOVE_MEDIAN_FACTOR, OLDEST_LISTED } from "@/lib/dataset/rules";
import { LARGEST_CHANGES } from "./largest-changes-sql";
import { SOURCES } from "./sources-sql";
import { WITHDRAWN_CHANGES } from "./withdrawn-changes-sql";

// Figures of all prices or all observations for pages and feeds, as JSON in `page_figure`. Computed at publish, so that
// no page scans a table that grows with the prices.

const ABOVE_MEDIAN_LISTED = 6;
const VERIFY_LISTED = 5_000;
const VERIFY_OF_PRODUCT = 5;
const VERIFY_COLUMNS = "id, product, country, platform, period, source_id, verified_on";

const FIGURES: Record<string, string> = {
  moves: LARGEST_CHANGES,
  // Products with a current price that was read in the last twelve months and on an earlier day: only these can show a
  // change. One such price per product is enough.
  read_twice: `
    SELECT json_build_object('products', count(*),
      'vendors', coalesce(json_agg(DISTINCT coalesce(pr.vendor, pr.name) ORDER BY coalesce(pr.vendor, pr.name)), '[]'))
    FROM product pr, LATERAL (
      SELECT FROM price p
      WHERE p.product = pr.slug AND p.amount IS NOT NULL
        AND p.verified_on > (SELECT data_date - interval '12 months' FROM dataset_version ORDER BY id DESC LIMIT 1)
        AND EXISTS (SELECT FROM price_observation o WHERE o.price_id = p.id AND o.observed_on < p.verified_on)
      LIMIT 1
    ) AS read_twice`,
  oldest: `
    SELECT coalesce(json_agg(id ORDER BY verified_on, product, country, platform, period), '[]') FROM (
      SELECT id, verified_on, product, country, platform, period FROM price WHERE amount IS NOT NULL
      ORDER BY verified_on, product, country, platform, period LIMIT ${OLDEST_LISTED}
    ) AS oldest`,
  // The queue of the desk: the oldest, and some of each product, of which the most asked for may come before them.
  verify: `
    SELECT coalesce(json_agg(
      json_build_array(id, product, country, source_id, verified_on) ORDER BY verified_on, product, country, platform, period
    ), '[]') FROM (
      (SELECT ${VERIFY_COLUMNS} FROM price WHERE amount IS NOT NULL
       ORDER BY verified_on, product, country, platform, period LIMIT ${VERIFY_LISTED})
      UNION
      SELECT one.* FROM product pr, LATERAL (
        SELECT ${VERIFY_COLUMNS} FROM price p WHERE p.product = pr.slug AND amount IS NOT NULL
        ORDER BY verified_on, country, platform, period LIMIT ${VERIFY_OF_PRODUCT}
      ) AS one
    ) AS listed`,
  above_median: `
    SELECT json_build_object('count', count(*), 'lines', coalesce((array_agg(line ORDER BY factor DESC, line))[1:${ABOVE_MEDIAN_LISTED}], '{}'))
    FROM (
      SELECT p.usd_monthly / t.usd_monthly_median AS factor,
        format('%s in %s, %s, %s: %s USD a month, the median is %s', p.product, p.country, p.platform, p.period,
          round(p.usd_monthly, 2), round(t.usd_monthly_median, 2)) AS line
      FROM price p JOIN product t ON t.slug = p.product
      WHERE ${isComparable("p")} AND p.usd_monthly > ${ABOVE_MEDIAN_FACTOR} * t.usd_monthly_median
    ) AS found`,
  corrections: "SELECT to_json(count(*)) FROM correction",
  withdrawn_changes: WITHDRAWN_CHANGES,
  sources: SOURCES,
  rate_sources: "SELECT coalesce(json_agg(DISTINCT source_id), '[]') FROM fx_rate",
  // Uses `counted`: current prices counted by source, day, platform, period and rate.
  source_prices:
    "SELECT coalesce(json_object_agg(source_id, prices), '{}') FROM (SELECT source_id, sum(prices) AS prices FROM counted GROUP BY source_id) AS c",
  freshness: `
      SELECT coalesce(json_agg(json_build_object('day', verified_on, 'count', prices) ORDER BY verified_on), '[]')
      FROM (SELECT verified_on, sum(prices) AS prices FROM counted GROUP BY verified_on) AS c`,
  billing: `
      SELECT json_build_object('platforms', coalesce(json_agg(DISTINCT platform), '[]'), 'periods', coalesce(json_agg(DISTINCT period), '[]'))
      FROM counted`,
  rates_used: `
      SELECT coalesce(json_agg(json_build_object('currency', currency, 'fx_date', fx_date, 'fx_stale', fx_stale, 'prices', prices) ORDER BY currency, fx_date), '[]')
      FROM (SELECT currency, fx_date, fx_stale, sum(prices) AS prices FROM counted GROUP BY currency, fx_date, fx_stale) AS c`,
};

/** Rebuilds all page figures inside the caller's transaction. */
export async function buildPageFigures(client: ClientBase): Promise<void> {
  await client.query("DELETE FROM page_figure");
  // Counts everything in one pass.
  await client.query(
    `CREATE TEMPORARY TABLE counted ON COMMIT DROP AS
     SELECT source_id, verified_on, platform, period, currency, fx_date, fx_stale, count(*)::int AS prices
     FROM price WHERE amount IS NOT NULL GROUP BY source_id, verified_on, platform, period, currency, fx_date, fx_stale`,
  );
  for (const [name, query] of Object.entries(FIGURES))
    await client.query(`INSERT INTO page_figure (name, figures) SELECT $1, (${query})`, [name]);
  await client.query("DROP TABLE counted");
}
