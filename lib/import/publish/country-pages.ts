import "server-only";
import type { ClientBase } from "pg";
import { BIN_PCT } from "@/lib/catalogue/countries/rules";
import { PERIOD_PREFERENCE, PLATFORM_PREFERENCE } from "@/lib/catalogue/price-index/rules";
import { productLabel } from "@/lib/catalogue/products/rules";
import { TAX_VIEWS, type TaxView } from "@/lib/catalogue/tax/schema";
import { isComparable } from "@/lib/dataset/rate-rules";

/** Number of cheapest and of dearest products on a country's page. */
const EXTREMES = 6;
/** Number of prices on a country's card. */
const FIRST = 5;
/** Lowest and highest class of differences, in per cent; those beyond are counted in these. */
const [LOWEST_BIN, HIGHEST_BIN] = [-100, 100];

/**
 * Rebuilds `country_page` inside the caller's transaction: for each country the figures that its page shows of all
 * current prices, and these prices as columns in the order of the table, so that the page sorts and filters them
 * without reading one row per price; once for prices as shown, once without tax. Leaves out US dollars at a stale rate.
 * Prices are compared with the US price of the same product, platform and period.
 */
export async function buildCountryPages(client: ClientBase): Promise<void> {
  await client.query("DELETE FROM country_page");
  const { rows } = await client.query<{ slug: string; name: string; plan: string }>(
    "SELECT slug, name, plan FROM product",
  );
  const labels = rankLabels(rows);
  for (const tax of TAX_VIEWS) {
    await client.query(comparedBy(tax), [[...labels.keys()], [...labels.values()]]);
    await client.query("ANALYZE compared");
    await client.query(PAGES, [tax]);
    await client.query("DROP TABLE compared");
  }
}

/** Position of each product, by slug, in the order of names; products with one name share it. */
function rankLabels(products: readonly { slug: string; name: string; plan: string }[]): Map<string, number> {
  const { compare } = new Intl.Collator("en");
  const labelled = products.map((product) => ({ slug: product.slug, label: productLabel(product) }));
  const places = new Map<string, number>();
  let [place, before] = [0, ""];
  for (const { slug, label } of labelled.sort((a, b) => compare(a.label, b.label))) {
    if (compare(label, before) !== 0) place += 1;
    places.set(slug, place);
    before = label;
  }
  return places;
}

/** Prices with their US dollars as shown, or without tax. */
const PRICES: Record<TaxView, string> = {
  shown: "price",
  excluded: `(
    SELECT p.id, p.product, p.country, p.platform, p.period, p.amount, p.currency, p.source_id, p.verified_on, p.changed_on,
      p.fx_stale, l.ex_tax_usd AS usd, l.ex_tax_usd_monthly AS usd_monthly
    FROM price p LEFT JOIN price_lens l ON l.price_id = p.id
  )`,
};

const comparedBy = (tax: TaxView) => `
  CREATE TEMPORARY TABLE compared ON COMMIT DROP AS
  SELECT p.id, p.product, p.country, p.platform, p.period, p.currency, p.source_id, p.verified_on, p.changed_on,
    CASE WHEN ${isComparable("p")} THEN p.usd_monthly END AS usd_monthly, pr.category, label.place AS label, u.usd_monthly AS us_usd_monthly,
    CASE WHEN ${isComparable("p")} THEN round(100 * (p.usd_monthly / nullif(u.usd_monthly, 0) - 1), 4) END AS pct,
    -- The product's one relative in the index: the first platform and period that both countries have.
    pr.in_basket AND ${isComparable("p")} AND u.usd IS NOT NULL AND row_number() OVER (
      PARTITION BY p.country, p.product ORDER BY (NOT ${isComparable("p")} OR u.usd IS NULL),
        array_position('{${PLATFORM_PREFERENCE}}'::platform[], p.platform),
        array_position('{${PERIOD_PREFERENCE}}'::period[], p.period)
    ) = 1 AS is_relative
  FROM ${PRICES[tax]} p
  JOIN product pr ON pr.slug = p.product
  JOIN unnest($1::text[], $2::int[]) AS label (product, place) ON label.product = p.product
  LEFT JOIN ${PRICES[tax]} u ON u.country = 'US' AND u.product = p.product AND u.platform = p.platform AND u.period = p.period
    AND ${isComparable("u")}
  WHERE p.amount IS NOT NULL`;

const BY_LABEL = `ORDER BY label, period::text COLLATE "C", product, platform`;
const BY_KEY = "ORDER BY product, platform, period";
const IS_COUNTED = "is_relative AND pct IS NOT NULL";

const PAGES = `
  WITH sourced AS (
    SELECT country, json_agg(json_build_object('id', source_id, 'count', prices, 'from', since, 'to', until)
      ORDER BY prices DESC, source_id) AS sources
    FROM (
      SELECT country, source_id, count(*) AS prices, min(verified_on) AS since, max(verified_on) AS until
      FROM compared GROUP BY country, source_id
    ) AS one GROUP BY country
  ), billed AS (
    SELECT country, json_agg(json_build_object('currency', currency, 'count', prices) ORDER BY prices DESC, currency) AS currencies
    FROM (SELECT country, currency, count(*) AS prices FROM compared GROUP BY country, currency) AS one GROUP BY country
  ), binned AS (
    SELECT country, json_agg(json_build_object('pct', bin, 'count', products) ORDER BY bin) AS bins
    FROM (
      SELECT country, greatest(${LOWEST_BIN}, least(${HIGHEST_BIN}, floor(pct / ${BIN_PCT}) * ${BIN_PCT})) AS bin, count(*) AS products
      FROM compared WHERE ${IS_COUNTED} GROUP BY country, bin
    ) AS one GROUP BY country
  ), counted AS (
    SELECT country, json_build_object(
        'all', count(*), 'equal', count(*) FILTER (WHERE pct = 0),
        'cheaper', count(*) FILTER (WHERE pct < 0), 'dearer', count(*) FILTER (WHERE pct > 0)
      ) AS relatives,
      (array_agg(id ORDER BY pct, label, product))[1:${EXTREMES}] AS lowest_ids,
      (array_agg(id ORDER BY pct DESC, label DESC, product DESC))[1:${EXTREMES}] AS highest_ids
    FROM compared WHERE ${IS_COUNTED} GROUP BY country
  ), named AS (
    SELECT country, json_agg(DISTINCT category ORDER BY category) AS categories,
      coalesce((array_agg(id ${BY_KEY}) FILTER (WHERE is_relative))[1],
        (array_agg(id ${BY_KEY}) FILTER (WHERE usd_monthly IS NOT NULL))[1], (array_agg(id ${BY_KEY}))[1]) AS example_id,
      coalesce((array_agg(id ${BY_KEY}) FILTER (WHERE usd_monthly IS NOT NULL))[1:${FIRST}], '{}') AS first_ids
    FROM compared GROUP BY country
  ), listed AS (
    SELECT country, array_agg(id ${BY_LABEL}) AS price_ids, array_agg(product ${BY_LABEL}) AS products,
      array_agg(label ${BY_LABEL}) AS labels, array_agg(category ${BY_LABEL}) AS categories,
      array_agg(platform ${BY_LABEL}) AS platforms, array_agg(period ${BY_LABEL}) AS periods,
      array_agg(usd_monthly ${BY_LABEL}) AS usd_monthly, array_agg(us_usd_monthly ${BY_LABEL}) AS us_usd_monthly,
      array_agg(pct ${BY_LABEL}) AS pct, array_agg(verified_on ${BY_LABEL}) AS verified_on,
      array_agg(changed_on ${BY_LABEL}) AS changed_on
    FROM compared GROUP BY country
  )
  INSERT INTO country_page (country, tax, figures, example_id, first_ids, lowest_ids, highest_ids, price_ids, products, labels,
    categories, platforms, periods, usd_monthly, us_usd_monthly, pct, verified_on, changed_on)
  SELECT country, $1, json_build_object(
      'relatives', coalesce(relatives, '{"all": 0, "equal": 0, "cheaper": 0, "dearer": 0}'), 'bins', coalesce(bins, '[]'),
      'currencies', currencies, 'sources', sources, 'categories', named.categories
    ), example_id, first_ids, coalesce(lowest_ids, '{}'), coalesce(highest_ids, '{}'), price_ids, products, labels,
    listed.categories, platforms, periods, usd_monthly, us_usd_monthly, pct, verified_on, changed_on
  FROM listed JOIN named USING (country) JOIN sourced USING (country) JOIN billed USING (country)
  LEFT JOIN binned USING (country) LEFT JOIN counted USING (country)`;
