import "server-only";
import type { ClientBase } from "pg";
import { type BasketPrice, type CountryMedian, MedianRelativeIndex } from "@/lib/catalogue/price-index/median-relative";
import { RATE_SOURCE_ORDER } from "@/lib/dataset/rate-rules";
import { validRowsText } from "@/lib/versions/valid-rows-sql";

/** Months before that of the rate day whose rates the band is made of. */
const BAND_MONTHS = 6;

/** A day of the band; `factors`: the rates of that day over those of the version, by currency. */
export type BandDay = { day: string; factors: Readonly<Record<string, number>> };

/** Lowest and highest median of a country, unrounded, by its code. */
export type RateBands = ReadonlyMap<string, { low: number; high: number }>;

/**
 * Finds the days of the band and records them in the version: the last day with a rate of each month, where every currency
 * of the basket has a rate of that very day. By hand: the one rate of each currency and day, by the order of sources.
 */
export async function findBandDays(client: ClientBase, id: number): Promise<BandDay[]> {
  const { rows } = await client.query<BandDay>(`
    WITH ${validRowsText(id)}, used AS (
      SELECT DISTINCT p.currency, p.fx_rate FROM price p JOIN product t ON t.version_id = p.version_id AND t.slug = p.product
      WHERE p.version_id = ${id} AND t.in_basket AND p.fx_rate IS NOT NULL AND NOT p.fx_stale AND p.currency <> 'USD'
    ), ended AS (
      SELECT max(rate.date) AS day FROM rate JOIN dataset_version v ON v.id = ${id}
        AND rate.date >= date_trunc('month', v.fx_date) - interval '${BAND_MONTHS} months' AND rate.date < date_trunc('month', v.fx_date)
      GROUP BY date_trunc('month', rate.date)
    ), rated AS (
      SELECT DISTINCT ON (ended.day, rate.currency) ended.day, rate.currency, rate.usd_per_unit / used.fx_rate AS factor
      FROM ended JOIN rate ON rate.date = ended.day JOIN used ON used.currency = rate.currency
      ORDER BY ended.day, rate.currency, ${RATE_SOURCE_ORDER}
    )
    SELECT day::text, json_object_agg(currency, factor::float8) AS factors FROM rated
    GROUP BY rated.day HAVING count(*) = (SELECT count(*) FROM used) ORDER BY rated.day`);
  await client.query("UPDATE dataset_version SET band_days = $2::date[] WHERE id = $1", [
    id,
    rows.map(({ day }) => day),
  ]);
  return rows;
}

/** The median index over the same prices at the rates of other days. */
export class RateBand {
  readonly #days: readonly { factors: BandDay["factors"]; index: MedianRelativeIndex }[];

  constructor(days: readonly BandDay[]) {
    this.#days = days.map(({ factors }) => ({ factors, index: new MedianRelativeIndex() }));
  }

  /** Adds all prices of one product in all countries, as to MedianRelativeIndex. */
  addProduct(prices: readonly BasketPrice[]): void {
    for (const { factors, index } of this.#days)
      index.addProduct(
        prices.map((price) => ({ ...price, usd: price.usd && price.usd * (factors[price.currency] ?? 1) })),
      );
  }

  /** Bands around the medians at the rates of the version, which are part of them; none without a day. */
  solve(medians: readonly CountryMedian[]): RateBands {
    if (this.#days.length === 0) return new Map();
    const all = [medians, ...this.#days.map(({ index }) => index.solve())].flat();
    const bands = new Map<string, { low: number; high: number }>();
    for (const { country, figures } of all) {
      if (figures === null) continue;
      const { low, high } = bands.get(country) ?? { low: figures.pctVsUs, high: figures.pctVsUs };
      bands.set(country, { low: Math.min(low, figures.pctVsUs), high: Math.max(high, figures.pctVsUs) });
    }
    return bands;
  }
}
