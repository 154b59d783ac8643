-- AlterTable
ALTER TABLE "product" ADD COLUMN     "changed_on" DATE;

-- AlterTable
ALTER TABLE "price" ADD COLUMN     "changed_on" DATE;

-- Those of the data that is there already; each publish keeps them from here on.
UPDATE price p SET changed_on = c.changed_on
FROM (
  SELECT price_id, max(observed_on) AS changed_on FROM (
    SELECT price_id, observed_on, lag(observed_on) OVER days AS previous_on,
      (amount, currency) IS DISTINCT FROM (lag(amount) OVER days, lag(currency) OVER days) AS is_other
    FROM price_observation WINDOW days AS (PARTITION BY price_id ORDER BY observed_on)
  ) AS day WHERE is_other AND previous_on IS NOT NULL GROUP BY price_id
) AS c WHERE p.id = c.price_id;

UPDATE product p SET changed_on = c.changed_on
FROM (SELECT product, max(changed_on) AS changed_on FROM price WHERE amount IS NOT NULL GROUP BY product) AS c
WHERE p.slug = c.product AND c.changed_on IS NOT NULL;
