import "server-only";
import type { ClientBase } from "pg";
import QueryStream from "pg-query-stream";
import type { Evidence } from "@/lib/catalogue/prices/evidence/rules";
import { withoutTax } from "@/lib/catalogue/tax/lens/sql";
import { perMonthSql } from "@/lib/contract/period-rules";
import type { TaxedPrice } from "./without-tax";

const BATCH_ROWS = 1_000;

export interface IndexedPrice extends TaxedPrice {
  evidence: Evidence;
  inBasket: boolean;
  /** Its product is another door to the plan of a main one. */
  isDoor: boolean;
  /** Outdated, where its product has newer prices: in no index. */
  isLeftOut: boolean;
  usdMonthly: number | null;
}

/** Condition of a price p that is in no index, because it is outdated and its product t has newer ones. */
const IS_LEFT_OUT = "(p.is_outdated AND t.ranking <> 'last_seen')";

/** Those that the indexes take. */
export const IS_INDEXED = `NOT ${IS_LEFT_OUT}`;

/** Those at a stale rate count as prices without a rate. */
const pricesOf = (condition: string) => `
  SELECT product, category, "inBasket", "isDoor", "isLeftOut", evidence, country, platform, period, currency, exact_usd::float8 AS usd,
    (${perMonthSql("exact_usd", "period")})::float8 AS "usdMonthly",
    CASE WHEN NOT fx_stale THEN ${withoutTax("amount * fx_rate")} END::float8 AS "exTaxUsd", reason
  FROM (
    SELECT p.*, t.category, t.in_basket AS "inBasket", t.same_plan_as IS NOT NULL AS "isDoor", ${IS_LEFT_OUT} AS "isLeftOut", p.tax_treatment AS treatment, p.tax_rate_pct AS rate_pct, p.tax_reason AS reason,
      CASE WHEN NOT p.fx_stale THEN p.amount * p.fx_rate END AS exact_usd
    FROM price p JOIN product t ON t.version_id = p.version_id AND t.slug = p.product WHERE p.version_id = $1 AND ${condition}
  ) AS published
  ORDER BY product`;

/** Prices of a version, product by product; `condition` is SQL on the price p and its product t. */
export async function* readByProduct(
  client: ClientBase,
  id: number,
  condition = "true",
): AsyncGenerator<IndexedPrice[]> {
  const rows: AsyncIterable<IndexedPrice> = client.query(
    new QueryStream(pricesOf(condition), [id], { batchSize: BATCH_ROWS, highWaterMark: 2 * BATCH_ROWS }),
  );
  yield* groupByProduct(rows);
}

/** Rows that are ordered by product, product by product, so that only one product's are in memory. */
export async function* groupByProduct<Row extends { product: string }>(
  rows: AsyncIterable<Row>,
): AsyncGenerator<Row[]> {
  let prices: Row[] = [];
  for await (const price of rows) {
    if (prices[0] && prices[0].product !== price.product) {
      yield prices;
      prices = [];
    }
    prices.push(price);
  }
  if (prices.length > 0) yield prices;
}
