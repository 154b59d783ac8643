import "server-only";
import type { ClientBase } from "pg";
import QueryStream from "pg-query-stream";
import {
  findPeriodGroups,
  findResiduals,
  ModelLevels,
  RESIDUAL_FACTOR,
  type Residual,
} from "@/lib/catalogue/price-index/model-residuals";
import type { ModelPrice } from "@/lib/catalogue/price-index/price-table";
import { groupByProduct } from "@/lib/catalogue/price-index/prices-data";
import { perMonthSql } from "@/lib/contract/period-rules";
import { isComparable } from "@/lib/dataset/rate-rules";
import { isOffMedianSql, JUMP_FACTOR, RATE_MOVE_FACTOR } from "@/lib/dataset/rules";
import { currentTime } from "@/lib/platform/clock";

/** Most outliers that one import files: more are a matter of the import, not of single prices. */
const FILED_AT_ONCE = 100;
const BATCH_ROWS = 1_000;

type Priced = ModelPrice & { seriesId: number };
type Outlier = { series_id: number; kind: "outlier" | "period"; finding: string; size: number };

/** Unrounded prices of a version by product, without those at a stale rate. */
const PRICES = `
  SELECT series_id AS "seriesId", product, country, platform, period, (${perMonthSql("amount * fx_rate", "period")})::float8 AS "usdMonthly"
  FROM price p WHERE version_id = $1 AND ${isComparable("p")} ORDER BY product`;

/**
 * Creates `found_outlier`, with a sentence of figures for each: prices of the version beyond a factor of 3 of what the model
 * expects, products whose billing period looks mixed across countries, prices that jumped or that a rate moved, and, where the
 * model knows no level, those far from the median of their product. Leaves out what was filed before, once for each amount;
 * each move by a rate counts. Runs after findPriceChanges.
 */
export async function findOutliers(client: ClientBase, versionId: number): Promise<void> {
  const model = new ModelLevels();
  for await (const prices of readByProduct(client, versionId)) for (const price of prices) model.add(price);
  const levels = model.solve();
  const found: Outlier[] = [];
  for await (const prices of readByProduct(client, versionId))
    for (const item of findResiduals(prices, levels)) found.push(...item.flatMap(toUnusual), ...toMixed(item));
  await client.query(TABLE);
  await client.query(FILL(versionId), [JSON.stringify(found), [...levels.keys()]]);
}

/** Files what was found, the furthest first, and closes what a correction of this import has answered. */
export async function fileOutliers(client: ClientBase, versionId: number): Promise<void> {
  await client.query(
    `INSERT INTO price_report (series_id, kind, found_by, was_amount, was_currency, finding)
     SELECT series_id, kind, 'check', amount, currency, finding FROM found_outlier
     ORDER BY size DESC, series_id, kind LIMIT ${FILED_AT_ONCE}`,
  );
  await client.query(
    `UPDATE price_report r SET outcome = 'corrected', answer = coalesce(c.note, replace(c.reason, '_', ' ')),
       closed_at = $2, changed_at = $2
     FROM correction c JOIN observation o ON (o.series_id, o.observed_on, o.superseded_in) = (c.series_id, c.day, c.version_id)
     WHERE c.version_id = $1 AND r.series_id = c.series_id AND r.found_by = 'check' AND r.outcome IS NULL
       AND r.change_set_id IS NULL AND (r.was_amount, r.was_currency) = (o.amount, o.currency)`,
    [versionId, currentTime()],
  );
}

const readByProduct = (client: ClientBase, versionId: number): AsyncGenerator<Priced[]> =>
  groupByProduct<Priced>(client.query(new QueryStream(PRICES, [versionId], { batchSize: BATCH_ROWS })));

const toDollars = (usd: number) => `$${usd.toFixed(2)}`;
/** Two significant digits: `4.2`, `0.13`, `12`. */
const toTimes = (factor: number) => (factor >= 10 ? factor.toFixed(0) : String(Number(factor.toPrecision(2))));

function toUnusual({ price, expected, factor }: Residual<Priced>): Outlier[] {
  const size = Math.max(factor, 1 / factor);
  if (size <= RESIDUAL_FACTOR) return [];
  const finding = `${toDollars(price.usdMonthly ?? 0)} a month, ${toTimes(factor)} times what the model expects (${toDollars(expected)})`;
  return [{ series_id: price.seriesId, kind: "outlier", finding, size }];
}

/** Names the product by its dearest price: a longer period that stands as a shorter one is likelier than the reverse. */
function toMixed(item: readonly Residual<Priced>[]): Outlier[] {
  const groups = findPeriodGroups(item);
  const dearest = groups?.high.at(-1);
  if (!groups || !dearest) return [];
  const describe = (group: readonly Residual<Priced>[]) =>
    `${group.map(({ price }) => price.country).join(", ")} at ${toTimes(group[0]?.factor ?? 0)} to ${toTimes(group.at(-1)?.factor ?? 0)}`;
  const finding = `the billing period looks mixed across countries: ${describe(groups.low)} times what the model expects, ${describe(groups.high)} times, none between`;
  return [{ series_id: dearest.price.seriesId, kind: "period", finding, size: groups.gap }];
}

const TABLE = `
  CREATE TEMPORARY TABLE found_outlier (
    series_id int, product text, country text, platform text, period text, amount numeric, currency text, kind text, finding text, size float8
  ) ON COMMIT DROP`;

/** $1: what the model found, as JSON; $2: countries whose level it knows. */
const FILL = (id: number) => `
  INSERT INTO found_outlier
  WITH modelled AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS one(series_id int, kind text, finding text, size float8)
  ), off_median AS (
    SELECT p.series_id, 'outlier' AS kind, p.usd_monthly / t.usd_monthly_median AS ratio,
      format('$%s a month, %s times the median of the product ($%s)', round(p.usd_monthly::numeric, 2),
        round((p.usd_monthly / t.usd_monthly_median)::numeric, 2), round(t.usd_monthly_median::numeric, 2)) AS finding
    FROM price p JOIN product t ON t.version_id = p.version_id AND t.slug = p.product
    WHERE p.version_id = ${id} AND ${isComparable("p")} AND p.usd_monthly > 0 AND ${isOffMedianSql("p", "t")} AND p.country <> ALL ($2)
  ), jumped AS (
    SELECT p.series_id, 'outlier' AS kind, c.size,
      format('moved from %s %s (%s) to %s %s (%s)', trim_scale(c.previous_amount), c.previous_currency, c.previous_on,
        trim_scale(c.amount), c.currency, c.observed_on) AS finding
    FROM price p JOIN found_change c ON c.series_id = p.series_id AND c.observed_on = p.verified_on
    WHERE p.version_id = ${id} AND NOT c.is_correction AND c.size > ${JUMP_FACTOR}
  ), moved_by_rate AS (
    SELECT p.series_id, 'outlier' AS kind, (p.fx_rate / b.fx_rate)::float8 AS ratio,
      format('moved by its exchange rate alone, from $%s to $%s a month: one %s was %s US dollars on %s and is %s on %s',
        round(b.usd_monthly::numeric, 2), round(p.usd_monthly::numeric, 2), p.currency, trim_scale(b.fx_rate), b.fx_date, trim_scale(p.fx_rate), p.fx_date) AS finding
    FROM price p JOIN price b ON b.version_id = (SELECT max(id) FROM dataset_version WHERE id < ${id}) AND b.series_id = p.series_id
    WHERE p.version_id = ${id} AND (p.amount, p.currency) = (b.amount, b.currency)
      AND greatest(p.fx_rate, b.fx_rate) > ${RATE_MOVE_FACTOR} * least(p.fx_rate, b.fx_rate)
  )
  SELECT p.series_id, p.product, p.country, p.platform, p.period, p.amount, p.currency, kind, finding, size
  FROM (
    SELECT series_id, kind, string_agg(finding, '; ' ORDER BY place) AS finding, max(size) AS size,
      string_agg(finding, '; ') FILTER (WHERE place = 4) AS rate_finding
    FROM (
      SELECT 1 AS place, series_id, kind, finding, size FROM modelled
      UNION ALL SELECT 2, series_id, kind, finding, greatest(ratio, 1 / ratio) FROM off_median
      UNION ALL SELECT 3, series_id, kind, finding, size FROM jumped
      UNION ALL SELECT 4, series_id, kind, finding, greatest(ratio, 1 / ratio) FROM moved_by_rate
    ) AS each GROUP BY series_id, kind
  ) AS one JOIN price p ON p.version_id = ${id} AND p.series_id = one.series_id
  WHERE NOT EXISTS (
    SELECT FROM price_report r WHERE r.series_id = p.series_id AND r.found_by = 'check' AND r.kind = one.kind
      AND (r.was_amount, r.was_currency) = (p.amount, p.currency)
      AND (one.rate_finding IS NULL OR position(one.rate_finding IN r.finding) > 0)
  )`;
