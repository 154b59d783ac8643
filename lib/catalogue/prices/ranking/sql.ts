import { DOUBTED } from "@/lib/catalogue/prices/evidence/rules";
import { MIN_BASKET_SIZE } from "@/lib/contract/basket";
import { isComparable } from "@/lib/dataset/rate-rules";
import { OUTDATED_AFTER_DAYS } from "./rules";

// The rule by which prices are ranked. SQL, because the publish applies it to all prices of a version, and every filtered view
// and past day to those that are left.

/** Query for the day by which half of the valid prices in `prices` (`verified_on`) had been read; of all where none stands. */
export const middleDayOf = (prices: string) => `
  SELECT coalesce(
    percentile_disc(0.5) WITHIN GROUP (ORDER BY p.verified_on) FILTER (WHERE ${isComparable("p")}),
    percentile_disc(0.5) WITHIN GROUP (ORDER BY p.verified_on)
  ) AS day FROM ${prices} p`;

/** Condition of a price that was read long before the middle day. Both are SQL expressions. */
export const isOutdatedSql = (read: string, middleDay: string) =>
  `coalesce(${read} < ${middleDay} - ${OUTDATED_AFTER_DAYS}, false)`;

const isDoubtedSql = (evidence: string) => `(${evidence} IN (${DOUBTED.map((one) => `'${one}'`).join(", ")}))`;

/** Condition of a product: another door to a plan is in no basket, so that a plan counts once. */
export const isInBasketSql = (product: string) => `(${product}.in_basket AND ${product}.same_plan_as IS NULL)`;

/** Query for the countries of the index: with so many products of the basket beside a US price, without outdated prices. */
export const indexCountriesOf = (prices: string, products: string) => `
  SELECT p.country FROM ${prices} p JOIN ${products} t ON t.slug = p.product AND ${isInBasketSql("t")}
  JOIN ${prices} us ON us.product = p.product AND us.country = 'US' AND us.platform = p.platform AND us.period = p.period
  WHERE ${isComparable("p")} AND NOT p.is_outdated AND ${isComparable("us")} AND NOT us.is_outdated
  GROUP BY p.country HAVING count(DISTINCT p.product) >= ${MIN_BASKET_SIZE}`;

type View = {
  /** Column with the US dollars a month that are ranked. */
  usd: string;
  /** Subquery or list of the countries of the index. */
  indexCountries: string;
};

/**
 * Common table expression `name` of the ranked prices among `prices`: at most one a product and country, with the `ranking` of
 * its product; a product without one has the ranking none.
 */
export const rankingOf = (prices: string, name: string, { usd, indexCountries }: View) => `
  ${name}_valid AS MATERIALIZED (
    SELECT series_id, product, country, platform, period, ${usd} AS usd, verified_on, is_outdated,
      ${isDoubtedSql("p.evidence")} AS is_doubted, country IN (${indexCountries}) AS is_indexed
    FROM ${prices} p WHERE ${isComparable("p")} AND ${usd} IS NOT NULL
  ), ${name}_reach AS (
    SELECT product, bool_and(is_outdated)
      OR 2 * count(DISTINCT country) FILTER (WHERE is_indexed AND NOT is_outdated) < count(DISTINCT country) FILTER (WHERE is_indexed)
      AS is_last_seen
    FROM ${name}_valid GROUP BY product
  ), ${name}_lowest AS (
    SELECT DISTINCT ON (product, country) * FROM ${name}_valid JOIN ${name}_reach USING (product)
    WHERE is_last_seen OR NOT is_outdated
    ORDER BY product, country, is_doubted, usd, platform, period
  ), ${name}_judged AS (
    SELECT product, undoubted >= 3 AND 2 * undoubted >= countries OR countries <= 2 AND undoubted = countries AS is_certain
    FROM (
      SELECT product, count(*) AS countries, count(*) FILTER (WHERE NOT is_doubted) AS undoubted FROM ${name}_lowest GROUP BY product
    ) AS counted
  ), ${name} AS MATERIALIZED (
    SELECT series_id, product, country, platform, period, usd, verified_on, is_doubted,
      CASE WHEN is_last_seen THEN 'last_seen' WHEN is_certain THEN 'certain' ELSE 'uncertain' END AS ranking
    FROM ${name}_lowest JOIN ${name}_judged USING (product) WHERE NOT (is_doubted AND is_certain)
  )`;

const PLACE = "country, platform, period";

/** Common table expression `name` of the figures of each product over its ranked prices; of equal ones the first country. */
export const figuresOfRanked = (ranked: string, name: string) => `
  ${name} AS (
    SELECT product, min(ranking) AS ranking, count(*)::int AS ranked, min(usd) AS lowest, max(usd) AS highest,
      round_usd(avg(usd::numeric) FILTER (WHERE place IN ((places + 1) / 2, (places + 2) / 2))) AS median,
      min(verified_on) AS verified_from, max(verified_on) AS verified_on,
      (array_agg(series_id ORDER BY usd, ${PLACE}))[1] AS cheapest_id,
      (array_agg(series_id ORDER BY usd DESC, ${PLACE}))[1] AS most_expensive_id
    FROM (
      SELECT *, row_number() OVER (PARTITION BY product ORDER BY usd) AS place, count(*) OVER (PARTITION BY product) AS places
      FROM ${ranked}
    ) AS placed GROUP BY product
  )`;
