import "server-only";
import type { ClientBase } from "pg";
import QueryStream from "pg-query-stream";
import { findIndexChanges, type MedianChange } from "@/lib/catalogue/price-index/changes-data";
import { CountryProductDummyIndex, type ModelIndex } from "@/lib/catalogue/price-index/country-product-dummy";
import { type CountryMedian, MedianRelativeIndex } from "@/lib/catalogue/price-index/median-relative";
import { roundError, roundPct } from "@/lib/catalogue/price-index/rules";
import { type TaxedPrice, TaxFreeIndex } from "@/lib/catalogue/price-index/without-tax";
import { withoutTax } from "@/lib/catalogue/tax/lens-sql";
import { perMonthSql } from "@/lib/contract/period-rules";
import type { DerivedFor } from "./derived-tables";
import { replaceRows, toCategoryColumns, toMedianColumns, toModelColumns } from "./index-columns";
import { writeCountryLenses } from "./write-country-lenses";

const BATCH_ROWS = 1_000;

interface CurrentPrice extends TaxedPrice {
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
         (${perMonthSql("exact_usd", "period")})::float8 AS "usdMonthly",
         CASE WHEN NOT fx_stale THEN ${withoutTax("amount * fx_rate")} END::float8 AS "exTaxUsd", reason
    FROM (
      SELECT price.*, product.category, product.in_basket AS "inBasket", l.treatment, l.rate_pct, l.reason,
             CASE WHEN NOT price.fx_stale THEN price.amount * price.fx_rate END AS exact_usd
        FROM price JOIN product ON product.slug = price.product LEFT JOIN price_lens l ON l.price_id = price.id
       WHERE price.amount IS NOT NULL
    ) AS current
   ORDER BY product`;

/**
 * Computes both indexes from the current prices, at the exchange rates of the version, and writes them for a dataset
 * version: one country_index row for each country with prices, the category medians, and `country_lens`. Replaces the
 * rows of the version. Runs inside the caller's transaction, after the lenses.
 */
export async function writeIndexes(client: ClientBase, { versionId }: DerivedFor): Promise<void> {
  const { rows } = await client.query<{ prices: number }>(
    "SELECT count(*)::int AS prices FROM price WHERE amount IS NOT NULL",
  );
  const median = new MedianRelativeIndex();
  const model = new CountryProductDummyIndex(rows[0]?.prices);
  const withoutTax = new TaxFreeIndex();
  const coverages = new Map<string, Coverage>();
  for await (const prices of readByProduct(client)) {
    addCoverage(coverages, prices);
    for (const price of prices) model.add(price);
    if (!prices[0]?.inBasket) continue;
    median.addProduct(prices);
    withoutTax.addProduct(prices.filter((price) => price.usd !== null));
  }
  const medians = median.solve();
  const changes = await findIndexChanges(client, versionId, medians);
  await saveIndexes(client, versionId, { coverages, medians, changes, model: model.solve() });
  await writeCountryLenses(client, versionId, { medians, withoutTax });
}

/** Reads the current prices; holds only one product's in memory. */
async function* readByProduct(client: ClientBase): AsyncGenerator<CurrentPrice[]> {
  const rows: AsyncIterable<CurrentPrice> = client.query(
    new QueryStream(CURRENT_PRICES, [], { batchSize: BATCH_ROWS, highWaterMark: 2 * BATCH_ROWS }),
  );
  let prices: CurrentPrice[] = [];
  for await (const price of rows) {
    if (prices[0] && prices[0].product !== price.product) {
      yield prices;
      prices = [];
    }
    prices.push(price);
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
