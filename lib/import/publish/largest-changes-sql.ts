/** Number of changes on the home page. */
const LISTED = 8;

/**
 * Query for the largest changes of current local prices in the twelve months before the newest verification, as JSON
 * (lib/catalogue/prices/largest-changes-data.ts): one per vendor and country, and one for all countries that share it.
 * Searches the largest of each day (price-changes.ts).
 */
export const LARGEST_CHANGES = `
  WITH since AS (
    SELECT (data_date - interval '12 months')::date AS day FROM dataset_version ORDER BY id DESC LIMIT 1
  ),
  large AS (
    SELECT m.* FROM price_move m JOIN price p ON p.id = m.price_id
    WHERE p.amount IS NOT NULL AND m.first_seen_on > (SELECT day FROM since)
  ),
  change AS (
    SELECT l.*, p.product, p.country, p.period, pr.name, pr.plan, c.name AS country_name,
      coalesce(i.products, 0) AS weight, coalesce(pr.vendor, pr.slug) AS vendor, round(100 * (l.amount / l.was - 1), 4) AS pct,
      greatest(l.amount, l.was) / least(l.amount, l.was) AS size
    FROM large l
    JOIN price p ON p.id = l.price_id
    JOIN product pr ON pr.slug = p.product
    JOIN country c ON c.code = p.country
    LEFT JOIN country_index i ON i.country = p.country AND i.version_id = (SELECT max(id) FROM dataset_version)
  ),
  largest AS (
    SELECT DISTINCT ON (vendor, country) * FROM change
    ORDER BY vendor, country, size DESC, first_seen_on DESC, product
  ),
  shared AS (
    SELECT *, count(*) OVER (PARTITION BY product, currency, was, amount) - 1 AS also,
      row_number() OVER (PARTITION BY product, currency, was, amount ORDER BY weight DESC, country) AS place
    FROM largest
  )
  SELECT json_build_object('since', (SELECT day FROM since), 'moves', (
    SELECT coalesce(json_agg(json_build_object(
      'product', product, 'name', name, 'plan', plan, 'country', country, 'country_name', country_name,
      'period', period, 'currency', currency, 'first_seen_on', first_seen_on, 'was', trim_scale(was), 'is', trim_scale(amount),
      'pct', trim_scale(pct), 'also', also,
      'amounts', (
        SELECT json_agg(json_build_object('day', observed_on, 'amount', trim_scale(amount)) ORDER BY observed_on) FROM (
          SELECT observed_on, amount FROM (
            SELECT observed_on, amount, currency,
              (amount, currency) IS DISTINCT FROM (lag(amount) OVER days, lag(currency) OVER days) AS is_first
            FROM price_observation WHERE price_id = listed.price_id WINDOW days AS (ORDER BY observed_on)
          ) AS day
          WHERE is_first AND currency = listed.currency ORDER BY observed_on DESC LIMIT 200
        ) AS run
      )
    ) ORDER BY size DESC, product, country), '[]')
    FROM (SELECT * FROM shared WHERE place = 1 ORDER BY size DESC, product, country LIMIT ${LISTED}) AS listed
  ))`;
