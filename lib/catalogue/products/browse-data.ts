import "server-only";
import type { ListQuery } from "@/lib/api/formats";
import { comparedPrices, isCurrent, priceJson } from "@/lib/catalogue/prices/columns-sql";
import { differencePct } from "@/lib/catalogue/prices/rules";
import { toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { db } from "@/lib/platform/db";
import { readRow } from "@/lib/platform/read-row";
import { Prisma } from "@/prisma/client/client";
import type { BrowseChoices, BrowsedProduct, BrowseQuery } from "./browse-schema";
import { KNOWN_SERVICES } from "./known-rules";
import type { listOffers } from "./offer-endpoints";

const ORDERS: Record<BrowseQuery["sort"], Prisma.Sql> = {
  known: Prisma.sql`array_position(${[...KNOWN_SERVICES]}::text[], slug) NULLS LAST, countries DESC, lower(name), plan, slug`,
  name: Prisma.sql`lower(name), plan, slug`,
  cheapest: Prisma.sql`low NULLS LAST, slug`,
  spread: Prisma.sql`high / nullif(low, 0) DESC NULLS LAST, slug`,
  changed: Prisma.sql`changed_on DESC NULLS LAST, lower(name), slug`,
};

/**
 * One page of the products with a price that matches the filters, the number of all, and the number of those that cost
 * less here than in the US (lowest against lowest). Uses figures computed at publish, so that only prices on display
 * are read.
 */
export async function browseProducts(query: ListQuery<typeof listOffers>) {
  const words = (query.q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const billing = Prisma.join([Prisma.sql`true`, ...billingFilters(query)], " AND ");
  const order = ORDERS[query.sort];
  const row = await readRow<Row>(Prisma.sql`
    WITH named AS (
      SELECT pr.* FROM product pr
      WHERE ${query.category ? Prisma.sql`pr.category = ${query.category}` : Prisma.sql`true`}
        AND NOT EXISTS (
          SELECT 1 FROM unnest(${words}::text[]) word
          WHERE strpos(lower(concat_ws(' ', pr.name, pr.plan, pr.vendor, pr.slug)), word) = 0
        )
    ),
    anywhere AS (
      SELECT b.* FROM product_billing b JOIN named n ON n.slug = b.product
      WHERE b.platform = ${query.platform ?? "*"} AND b.period = ${query.period ?? "*"}
    ),
    summed AS (${query.country === undefined ? Prisma.sql`SELECT * FROM anywhere` : sumCountry(query.country, billing)}),
    listed AS (
      SELECT n.slug, n.name, n.plan, n.category, s.* FROM summed s JOIN named n ON n.slug = s.product
      ORDER BY ${order} LIMIT ${query.page_size} OFFSET ${(query.page - 1) * query.page_size}
    )
    SELECT
      ${versionColumn} AS version,
      (SELECT count(*)::int FROM summed) AS total,
      (SELECT count(*)::int FROM summed WHERE low < us_low) AS below_us,
      (SELECT count(*)::int FROM summed WHERE low IS NOT NULL AND us_low IS NOT NULL) AS compared,
      (SELECT coalesce(json_agg(json_build_object(
        'slug', slug, 'name', name, 'plan', plan, 'category', category, 'countries', countries, 'prices', prices,
        'cheapest', (SELECT ${priceJson} FROM price p WHERE p.id = low_id),
        'most_expensive', (SELECT ${priceJson} FROM price p WHERE p.id = high_id),
        'us', (
          SELECT ${priceJson} FROM price p
          WHERE p.product = slug AND p.country = 'US' AND ${isCurrent} AND ${billing} AND ${comparedPrices}
          ORDER BY p.usd_monthly, p.platform, p.period LIMIT 1
        ),
        'spread', round(high / nullif(low, 0), 4), 'changed_on', changed_on, 'verified_on', verified_on
      ) ORDER BY ${order}), '[]') FROM listed) AS data`);
  const data = row.data.map((offer): BrowsedProduct => {
    const pct = differencePct(offer.cheapest?.usd_monthly ?? null, offer.us?.usd_monthly);
    return { ...offer, pct_vs_us: offer.cheapest?.country === "US" ? null : pct };
  });
  return { ...row, version: toVersion(row.version), data };
}

type Row = {
  version: VersionColumn;
  total: number;
  below_us: number;
  /** Products with both prices. */
  compared: number;
  data: Omit<BrowsedProduct, "pct_vs_us">[];
};

function billingFilters({ platform, period }: Pick<BrowseQuery, "platform" | "period">): Prisma.Sql[] {
  return [
    ...(platform ? [Prisma.sql`p.platform = ${platform}::platform`] : []),
    ...(period ? [Prisma.sql`p.period = ${period}::period`] : []),
  ];
}

/** Figures of each product in one country, from its prices as columns. */
const sumCountry = (country: string, billing: Prisma.Sql) => Prisma.sql`
  SELECT a.product, 1 AS countries, count(*)::int AS prices, a.us_low,
    min(p.usd_monthly) AS low, max(p.usd_monthly) AS high, max(p.verified_on) AS verified_on, max(p.changed_on) AS changed_on,
    (array_agg(p.id ORDER BY p.usd_monthly, p.platform, p.period) FILTER (WHERE p.usd_monthly IS NOT NULL))[1] AS low_id,
    (array_agg(p.id ORDER BY p.usd_monthly DESC, p.platform, p.period) FILTER (WHERE p.usd_monthly IS NOT NULL))[1] AS high_id
  FROM country_page c,
    unnest(c.price_ids, c.products, c.platforms, c.periods, c.usd_monthly, c.verified_on, c.changed_on)
      AS p (id, product, platform, period, usd_monthly, verified_on, changed_on)
    JOIN anywhere a ON a.product = p.product
  WHERE c.country = ${country} AND c.tax = 'shown' AND ${billing} GROUP BY a.product, a.us_low`;

/** Filters of the price browser with at least one result. */
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
