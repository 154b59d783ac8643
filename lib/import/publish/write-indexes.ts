import "server-only";
import type { ClientBase } from "pg";
import Cursor from "pg-cursor";
import { findIndexChanges, type MedianChange } from "@/lib/catalogue/price-index/changes-data";
import {
  type CountryLevel,
  CountryProductDummyIndex,
  type ModelIndex,
} from "@/lib/catalogue/price-index/country-product-dummy";
import { type BasketPrice, type CountryMedian, MedianRelativeIndex } from "@/lib/catalogue/price-index/median-relative";
import { roundError, roundPct, roundShare } from "@/lib/catalogue/price-index/rules";
import type { DerivedFor } from "./derived-tables";

const BATCH_ROWS = 1_000;

interface CurrentPrice extends BasketPrice {
  inBasket: boolean;
  usdMonthly: number | null;
}

interface Coverage {
  products: number;
  prices: number;
}

/** Prices at a stale rate count as prices without a rate. */
const CURRENT_PRICES = `
  SELECT product, category, "inBasket", country, platform, period, currency, exact_usd::float8 AS usd,
         per_month(exact_usd, period)::float8 AS "usdMonthly"
    FROM (
      SELECT price.*, product.category, product.in_basket AS "inBasket",
             CASE WHEN NOT price.fx_stale THEN price.amount * price.fx_rate END AS exact_usd
        FROM price JOIN product ON product.slug = price.product
       WHERE price.amount IS NOT NULL
    ) AS current
   ORDER BY product`;

/**
 * Computes both indexes from the current prices, at the exchange rates of the version, and writes them for a dataset
 * version: one country_index row for each country with prices, and the category medians. Replaces the rows of the
 * version. Runs inside the caller's transaction.
 */
export async function writeIndexes(client: ClientBase, { versionId }: DerivedFor): Promise<void> {
  const { rows } = await client.query<{ prices: number }>(
    "SELECT count(*)::int AS prices FROM price WHERE amount IS NOT NULL",
  );
  const median = new MedianRelativeIndex();
  const model = new CountryProductDummyIndex(rows[0]?.prices);
  const coverages = new Map<string, Coverage>();
  for await (const prices of readByProduct<CurrentPrice>(client, CURRENT_PRICES)) {
    addCoverage(coverages, prices);
    for (const price of prices) model.add(price);
    if (prices[0]?.inBasket) median.addProduct(prices);
  }
  const medians = median.solve();
  const changes = await findIndexChanges(client, versionId, medians);
  await saveIndexes(client, versionId, { coverages, medians, changes, model: model.solve() });
}

/** Groups the rows of a query that is ordered by product; holds only one product's rows in memory. */
export async function* readByProduct<Row extends { product: string }>(
  client: ClientBase,
  text: string,
): AsyncGenerator<Row[]> {
  const cursor = client.query(new Cursor<Row>(text));
  let prices: Row[] = [];
  for (let batch = await cursor.read(BATCH_ROWS); batch.length > 0; batch = await cursor.read(BATCH_ROWS)) {
    for (const price of batch) {
      if (prices[0] && prices[0].product !== price.product) {
        yield prices;
        prices = [];
      }
      prices.push(price);
    }
  }
  if (prices.length > 0) yield prices;
}

function addCoverage(coverages: Map<string, Coverage>, pricesOfProduct: readonly CurrentPrice[]): void {
  const seen = new Set<string>();
  for (const { country } of pricesOfProduct) {
    const { products, prices } = coverages.get(country) ?? { products: 0, prices: 0 };
    coverages.set(country, { products: products + (seen.has(country) ? 0 : 1), prices: prices + 1 });
    seen.add(country);
  }
}

interface Indexes {
  coverages: ReadonlyMap<string, Coverage>;
  medians: readonly CountryMedian[];
  changes: ReadonlyMap<string, MedianChange>;
  model: ModelIndex;
}

async function saveIndexes(
  client: ClientBase,
  versionId: number,
  { coverages, medians, changes, model }: Indexes,
): Promise<void> {
  const medianOf = new Map(medians.map((median) => [median.country, median]));
  const countries = model.levels.map((level) => ({
    version_id: versionId,
    country: level.country,
    ...coverages.get(level.country),
    ...toMedianColumns(medianOf.get(level.country)),
    ...changes.get(level.country),
    ...toModelColumns(level),
  }));
  const categories = medians.flatMap(({ country, categories }) =>
    toCategoryColumns(categories).map((columns) => ({ version_id: versionId, country, ...columns })),
  );
  await replaceRows(client, versionId, "country_index", countries);
  await replaceRows(client, versionId, "category_index", categories);
  await replaceRows(
    client,
    versionId,
    "level_difference",
    model.differences.map(({ country, other, pct, lowPct, highPct, standardError }) => ({
      version_id: versionId,
      ...{ country, other, pct: roundPct(pct), low_pct: roundPct(lowPct), high_pct: roundPct(highPct) },
      standard_error: roundError(standardError),
    })),
  );
}

/** Replaces the rows of a version in a table. */
export async function replaceRows(
  client: ClientBase,
  versionId: number,
  table: "country_index" | "category_index" | "level_difference" | "country_lens",
  rows: readonly object[],
): Promise<void> {
  await client.query(`DELETE FROM ${table} WHERE version_id = $1`, [versionId]);
  await client.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`, [
    JSON.stringify(rows),
  ]);
}

/** Category medians of a country, rounded here once. */
export function toCategoryColumns(categories: CountryMedian["categories"]) {
  return categories.map(({ category, pctVsUs, basketSize }) => ({
    category,
    pct_vs_us: roundPct(pctVsUs),
    basket_size: basketSize,
  }));
}

/** Figures of a country's median, rounded here once; a country without basket prices has none. */
export function toMedianColumns(median: CountryMedian | undefined) {
  const counts = {
    basket_size: median?.basketSize ?? 0,
    no_rate: median?.noRate ?? 0,
    no_us_pair: median?.noUsPair ?? 0,
    status: median?.status ?? "insufficient_basket",
  };
  if (!median?.figures) return counts;
  const { interval, common, rank, usdBilled, ...figures } = median.figures;
  return {
    ...counts,
    pct_vs_us: roundPct(figures.pctVsUs),
    median_low: interval && roundPct(interval.low),
    median_high: interval && roundPct(interval.high),
    p10_pct: roundPct(figures.p10Pct),
    p25_pct: roundPct(figures.p25Pct),
    p75_pct: roundPct(figures.p75Pct),
    p90_pct: roundPct(figures.p90Pct),
    cheaper_share: roundShare(figures.cheaperShare),
    share_equal_us: roundShare(figures.shareEqualUs),
    share_mode: roundShare(figures.shareMode),
    mode_pct: figures.modePct,
    common_pct: common && roundPct(common.pctVsUs),
    common_products: common?.products ?? null,
    rank,
    usd_billed: usdBilled,
    relatives: median.relatives,
  };
}

function toModelColumns(level: CountryLevel) {
  if (level.status !== "published") return { model_status: level.status };
  return {
    model_status: level.status,
    model_value: roundPct(level.value),
    model_low: roundPct(level.low),
    model_high: roundPct(level.high),
    model_se: roundError(level.standardError),
    model_se_classical: roundError(level.classicalError),
    model_rank_low: level.rankLow,
    model_rank_high: level.rankHigh,
  };
}
