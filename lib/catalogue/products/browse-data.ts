import "server-only";
import { isCurrent, priceJson } from "@/lib/catalogue/prices/columns-sql";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { db } from "@/lib/platform/db";
import { Prisma } from "@/prisma/client/client";
import { BROWSE_PAGE_SIZE, type BrowseChoices, type BrowsedProduct, type BrowseQuery } from "./browse-schema";

const ORDERS: Record<BrowseQuery["sort"], Prisma.Sql> = {
  name: Prisma.sql`lower(name), plan, slug`,
  cheapest: Prisma.sql`low NULLS LAST, slug`,
  spread: Prisma.sql`high / nullif(low, 0) DESC NULLS LAST, slug`,
  changed: Prisma.sql`changed_on DESC NULLS LAST, lower(name), slug`,
};

/**
 * One page of the products that have a price under these filters, how many there are in all, and how many of those cost
 * less here than in the US (lowest against lowest). But for those of one country, their figures were written at publish.
 */
export async function browseProducts(query: Omit<BrowseQuery, "view" | "currency">) {
  const words = (query.q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const filters = [
    ...(query.platform ? [Prisma.sql`p.platform = ${query.platform}::platform`] : []),
    ...(query.period ? [Prisma.sql`p.period = ${query.period}::period`] : []),
  ];
  const billing = Prisma.join([isCurrent, ...filters], " AND ");
  const place = query.country ? Prisma.sql`p.country = ${query.country}` : Prisma.sql`true`;
  const order = ORDERS[query.sort];
  const rows = await db().$queryRaw<[{ total: number; below_us: number; data: BrowsedProduct[] }]>`
    WITH named AS (
      SELECT pr.* FROM product pr
      WHERE ${query.category ? Prisma.sql`pr.category = ${query.category}` : Prisma.sql`true`}
        AND NOT EXISTS (
          SELECT 1 FROM unnest(${words}::text[]) word
          WHERE strpos(lower(concat_ws(' ', pr.name, pr.plan, pr.vendor, pr.slug)), word) = 0
        )
    ),
    us_price AS (
      SELECT p.product, min(p.usd_monthly) AS us_low
      FROM price p JOIN named n ON n.slug = p.product WHERE p.country = 'US' AND ${billing} GROUP BY p.product
    ),
    summed AS (${summedBy(query, billing)}),
    listed AS (
      SELECT n.slug, n.name, n.plan, n.category, s.* FROM summed s JOIN named n ON n.slug = s.product
      ORDER BY ${order} LIMIT ${BROWSE_PAGE_SIZE} OFFSET ${(query.page - 1) * BROWSE_PAGE_SIZE}
    )
    SELECT
      (SELECT count(*)::int FROM summed) AS total,
      (SELECT count(*)::int FROM summed s JOIN us_price u ON u.product = s.product WHERE s.low < u.us_low) AS below_us,
      (SELECT coalesce(json_agg(json_build_object(
        'slug', slug, 'name', name, 'plan', plan, 'category', category, 'countries', countries,
        'prices', (SELECT count(*)::int FROM price p WHERE p.product = slug AND ${billing} AND ${place}),
        'cheapest', (SELECT ${priceJson} FROM price p WHERE p.id = low_id),
        'most_expensive', (SELECT ${priceJson} FROM price p WHERE p.id = high_id),
        'us', (
          SELECT ${priceJson} FROM price p
          WHERE p.product = slug AND p.country = 'US' AND ${billing} AND p.usd_monthly IS NOT NULL
          ORDER BY p.usd_monthly, p.platform, p.period LIMIT 1
        ),
        'spread', round(high / nullif(low, 0), 4), 'changed_on', changed_on, 'verified_on', verified_on
      ) ORDER BY ${order}), '[]') FROM listed) AS data`;
  return rows[0];
}

/** The figures of each product: those of the publish, or of one country's prices, which are few. */
function summedBy(
  { country, platform, period }: Omit<BrowseQuery, "view" | "currency">,
  billing: Prisma.Sql,
): Prisma.Sql {
  if (country !== undefined) return sumPrices(Prisma.sql`${billing} AND p.country = ${country}`);
  if (platform === undefined && period === undefined) return SUMMED_AT_PUBLISH;
  return Prisma.sql`
    SELECT b.product, b.countries, b.low, b.high, b.verified_on, b.changed_on, b.low_id, b.high_id
    FROM product_billing b JOIN named n ON n.slug = b.product
    WHERE b.platform = ${platform ?? "*"} AND b.period = ${period ?? "*"}`;
}

const SUMMED_AT_PUBLISH = Prisma.sql`
  SELECT n.slug AS product, n.countries, n.usd_monthly_min AS low, n.usd_monthly_max AS high, n.verified_on, n.changed_on,
    n.cheapest_id AS low_id, n.most_expensive_id AS high_id
  FROM named n WHERE n.countries > 0`;

const sumPrices = (condition: Prisma.Sql) => Prisma.sql`
  SELECT p.product, count(DISTINCT p.country)::int AS countries,
    min(p.usd_monthly) AS low, max(p.usd_monthly) AS high, max(p.verified_on) AS verified_on, max(p.changed_on) AS changed_on,
    (array_agg(p.id ORDER BY p.usd_monthly, p.country, p.platform, p.period)
      FILTER (WHERE p.usd_monthly IS NOT NULL))[1] AS low_id,
    (array_agg(p.id ORDER BY p.usd_monthly DESC, p.country, p.platform, p.period)
      FILTER (WHERE p.usd_monthly IS NOT NULL))[1] AS high_id
  FROM price p JOIN named n ON n.slug = p.product WHERE ${condition} GROUP BY p.product`;

/** The filters of the price browser that have an answer. */
export const findBrowseChoices = readOncePerVersion("browse-choices", async (): Promise<BrowseChoices> => {
  const [row] = await db().$queryRaw<[{ choices: BrowseChoices }]>`
    SELECT json_build_object(
      'categories', (SELECT coalesce(json_agg(json_build_object('category', category, 'products', products) ORDER BY category), '[]')
        FROM (SELECT category, count(*)::int AS products FROM product WHERE countries > 0 GROUP BY category) c),
      'countries', (SELECT coalesce(json_agg(json_build_object('code', c.code, 'name', c.name) ORDER BY c.name), '[]')
        FROM country c JOIN country_index i ON i.country = c.code
        WHERE i.version_id = (SELECT max(id) FROM dataset_version) AND i.prices > 0),
      'platforms', billing.figures -> 'platforms', 'periods', billing.figures -> 'periods'
    ) AS choices
    FROM page_figure billing WHERE billing.name = 'billing'`;
  return row.choices;
});
