import { NO_PLANS } from "@/lib/catalogue/products/rules";

/**
 * Products of one vendor, service and plan that cost different amounts in one country and store: they are one subscription,
 * and all but one of the amounts are of another plan. `name` and `countries`, and `places` to sort by; `having` chooses
 * countries by what is grouped of `p`, its prices.
 */
export const samePlans = (prices: string, products: string, having = "true") => `
  SELECT format('%s, %s: %s cost different amounts in %s', vendor, plan,
      (SELECT string_agg(DISTINCT slug, ', ' ORDER BY slug) FROM unnest(string_to_array(string_agg(slugs, ' '), ' ')) AS slug),
      string_agg(DISTINCT country, ', ' ORDER BY country)) AS line,
    count(DISTINCT country) AS places
  FROM (
    SELECT t.vendor, t.service, t.plan, p.country, string_agg(DISTINCT t.slug, ' ') AS slugs
    FROM ${prices} p JOIN ${products} t ON t.slug = p.product
    WHERE t.vendor IS NOT NULL AND NOT p.is_outdated AND lower(t.plan) NOT IN (${NO_PLANS.map((plan) => `'${plan}'`).join(", ")})
    GROUP BY t.vendor, t.service, t.plan, p.country, p.platform, p.period, p.currency
    HAVING count(DISTINCT t.slug) > 1 AND count(DISTINCT p.amount) > 1 AND ${having}
  ) AS shared GROUP BY vendor, service, plan`;
