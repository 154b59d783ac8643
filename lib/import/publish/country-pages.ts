import "server-only";
import type { ClientBase } from "pg";
import { BIN_PCT } from "@/lib/catalogue/countries/rules";
import { PERIOD_PREFERENCE, PLATFORM_PREFERENCE } from "@/lib/catalogue/price-index/rules";
import { productLabel } from "@/lib/catalogue/products/rules";
import { TAX_VIEWS, type TaxView } from "@/lib/catalogue/tax/schema";
import { COMPUTED_ONCE } from "@/lib/dataset/computed-once-sql";
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
  await client.query(COMPARED, [[...labels.keys()], [...labels.values()]]);
  await client.query("ANALYZE compared (country, product)");
  await client.query(PAGES);
  await client.query("DROP TABLE compared");
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

/** US dollars a month as shown, or without tax, of a price with an alias and its lens. */
const USD_MONTHLY: Record<TaxView, (price: string, lens: string) => string> = {
  shown: (price) => `${price}.usd_monthly`,
  excluded: (_, lens) => `${lens}.ex_tax_usd_monthly`,
};

const comparedUsd = (tax: TaxView) => `
  CASE WHEN ${isComparable("p")} THEN ${USD_MONTHLY[tax]("p", "l")} END AS ${tax}_usd,
  CASE WHEN ${isComparable("u")} THEN ${USD_MONTHLY[tax]("u", "ul")} END AS ${tax}_us`;

const comparedFigures = (tax: TaxView) => `
  round(100 * (${tax}_usd / nullif(${tax}_us, 0) - 1), 4) AS ${tax}_pct,
  -- The product's one relative in the index: the first platform and period that both countries have.
  in_basket AND ${tax}_usd IS NOT NULL AND ${tax}_us IS NOT NULL AND row_number() OVER (
    PARTITION BY country, product ORDER BY (${tax}_usd IS NULL OR ${tax}_us IS NULL),
      array_position('{${PLATFORM_PREFERENCE}}'::platform[], platform), array_position('{${PERIOD_PREFERENCE}}'::period[], period)
  ) = 1 AS ${tax}_is_relative`;

const COMPARED = `
  CREATE TEMPORARY TABLE compared ON COMMIT DROP AS
  SELECT *, ${TAX_VIEWS.map(comparedFigures).join(",")} FROM (
    SELECT p.id, p.product, p.country, p.platform, p.period, p.currency, p.source_id, p.verified_on, p.changed_on,
      pr.category, pr.in_basket, label.place AS label, ${TAX_VIEWS.map(comparedUsd).join(",")}
    FROM price p
    JOIN product pr ON pr.slug = p.product
    JOIN unnest($1::text[], $2::int[]) AS label (product, place) ON label.product = p.product
    LEFT JOIN price_lens l ON l.price_id = p.id
    LEFT JOIN price u ON u.country = 'US' AND u.product = p.product AND u.platform = p.platform AND u.period = p.period
    LEFT JOIN price_lens ul ON ul.price_id = u.id
    WHERE p.amount IS NOT NULL
    ${COMPUTED_ONCE}
  ) AS priced`;

const BY_LABEL = `ORDER BY label, period::text COLLATE "C", product, platform`;
const BY_KEY = "ORDER BY product, platform, period";

/** Queries, as common table expressions, for what a page shows only in one view. */
const ofView = (tax: TaxView) => {
  const isCounted = `${tax}_is_relative AND ${tax}_pct IS NOT NULL`;
  return `
  ${tax}_binned AS (
    SELECT country, json_agg(json_build_object('pct', bin, 'count', products) ORDER BY bin) AS bins
    FROM (
      SELECT country, greatest(${LOWEST_BIN}, least(${HIGHEST_BIN}, floor(${tax}_pct / ${BIN_PCT}) * ${BIN_PCT})) AS bin, count(*) AS products
      FROM compared WHERE ${isCounted} GROUP BY country, bin
    ) AS one GROUP BY country
  ), ${tax}_counted AS (
    SELECT country, json_build_object(
        'all', count(*), 'equal', count(*) FILTER (WHERE ${tax}_pct = 0),
        'cheaper', count(*) FILTER (WHERE ${tax}_pct < 0), 'dearer', count(*) FILTER (WHERE ${tax}_pct > 0)
      ) AS relatives,
      (array_agg(id ORDER BY ${tax}_pct, label, product))[1:${EXTREMES}] AS lowest_ids,
      (array_agg(id ORDER BY ${tax}_pct DESC, label DESC, product DESC))[1:${EXTREMES}] AS highest_ids
    FROM compared WHERE ${isCounted} GROUP BY country
  )`;
};

const firstOfView = (tax: TaxView) => `
  coalesce((array_agg(id ${BY_KEY}) FILTER (WHERE ${tax}_is_relative))[1],
    (array_agg(id ${BY_KEY}) FILTER (WHERE ${tax}_usd IS NOT NULL))[1], (array_agg(id ${BY_KEY}))[1]) AS ${tax}_example_id,
  coalesce((array_agg(id ${BY_KEY}) FILTER (WHERE ${tax}_usd IS NOT NULL))[1:${FIRST}], '{}') AS ${tax}_first_ids`;

const columnsOfView = (tax: TaxView) =>
  ["usd", "us", "pct"].map((column) => `array_agg(${tax}_${column} ${BY_LABEL}) AS ${tax}_${column}`).join(", ");

const pageOfView = (tax: TaxView) => `
  SELECT country, '${tax}', json_build_object(
      'relatives', coalesce(relatives, '{"all": 0, "equal": 0, "cheaper": 0, "dearer": 0}'), 'bins', coalesce(bins, '[]'),
      'currencies', currencies, 'sources', sources, 'categories', shown_categories
    ), ${tax}_example_id, ${tax}_first_ids, coalesce(lowest_ids, '{}'), coalesce(highest_ids, '{}'), price_ids, products, labels,
    categories, platforms, periods, ${tax}_usd, ${tax}_us, ${tax}_pct, verified_on, changed_on
  FROM listed JOIN sourced USING (country) JOIN billed USING (country) JOIN first USING (country)
  LEFT JOIN ${tax}_binned USING (country) LEFT JOIN ${tax}_counted USING (country)`;

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
  ), listed AS (
    SELECT country, array_agg(id ${BY_LABEL}) AS price_ids, array_agg(product ${BY_LABEL}) AS products,
      array_agg(label ${BY_LABEL}) AS labels, array_agg(category ${BY_LABEL}) AS categories,
      array_agg(platform ${BY_LABEL}) AS platforms, array_agg(period ${BY_LABEL}) AS periods,
      array_agg(verified_on ${BY_LABEL}) AS verified_on, array_agg(changed_on ${BY_LABEL}) AS changed_on,
      json_agg(DISTINCT category ORDER BY category) AS shown_categories, ${TAX_VIEWS.map(columnsOfView).join(", ")}
    FROM compared GROUP BY country
  ), first AS (
    SELECT country, ${TAX_VIEWS.map(firstOfView).join(",")} FROM compared GROUP BY country
  ), ${TAX_VIEWS.map(ofView).join(", ")}
  INSERT INTO country_page (country, tax, figures, example_id, first_ids, lowest_ids, highest_ids, price_ids, products, labels,
    categories, platforms, periods, usd_monthly, us_usd_monthly, pct, verified_on, changed_on)
  ${TAX_VIEWS.map(pageOfView).join(" UNION ALL ")}`;
