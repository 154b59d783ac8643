import "server-only";
import { historyQuery } from "@/lib/dataset/history-sql";
import { isCurrent, priceJson, priceOrder } from "@/lib/prices/columns";
import { Prisma } from "@/prisma/client/client";
import type { DatasetName } from "./schema";

/** For each dataset a statement that yields its rows in order, one JSON object a row. */
export const rowsOf: Record<DatasetName, Prisma.Sql> = {
  prices: Prisma.sql`SELECT ${priceJson} AS record FROM price p WHERE ${isCurrent} ORDER BY ${priceOrder}`,
  products: Prisma.sql`
    SELECT json_build_object(
      'slug', pr.slug, 'name', pr.name, 'vendor', pr.vendor, 'category', pr.category, 'plan', pr.plan,
      'website', pr.website, 'countries', pr.countries,
      'usd_monthly_min', trim_scale(pr.usd_monthly_min), 'usd_monthly_median', trim_scale(pr.usd_monthly_median),
      'usd_monthly_max', trim_scale(pr.usd_monthly_max),
      'cheapest_country', p.country, 'cheapest_usd_monthly', trim_scale(p.usd_monthly),
      'verified_on', pr.verified_on
    ) AS record
    FROM product pr LEFT JOIN price p ON p.id = pr.cheapest_id ORDER BY pr.slug`,
  index: Prisma.sql`
    SELECT json_build_object(
      'country', i.country, 'name', c.name, 'value', trim_scale(100 + i.pct_vs_us::numeric), 'pct_vs_us', i.pct_vs_us,
      'p10_pct', i.p10_pct, 'p25_pct', i.p25_pct, 'p75_pct', i.p75_pct, 'p90_pct', i.p90_pct,
      'cheaper_share', i.cheaper_share, 'basket_size', i.basket_size, 'rank', i.rank, 'usd_billed', i.usd_billed,
      'model_value', i.model_value, 'model_low', i.model_low, 'model_high', i.model_high,
      'dataset_version', v.version,
      'published_at', to_char(v.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) AS record
    FROM dataset_version v
    JOIN country_index i ON i.version_id = v.id
    JOIN country c ON c.code = i.country
    WHERE v.id = (SELECT max(id) FROM dataset_version) AND i.status = 'published'
    ORDER BY i.country`,
  history: Prisma.sql`
    SELECT json_build_object(
      'product', h.product, 'country', h.country, 'platform', h.platform, 'period', h.period,
      'amount', trim_scale(h.amount), 'currency', h.currency, 'usd', trim_scale(h.usd),
      'fx_rate', trim_scale(h.fx_rate), 'fx_date', h.fx_date,
      'first_seen_on', h.first_seen_on, 'last_seen_on', h.last_seen_on, 'source_url', h.source_url
    ) AS record
    FROM (${Prisma.raw(historyQuery().text)}) AS h`,
};

/** The rows of one product's prices. */
export function rowsOfProduct(slug: string): Prisma.Sql {
  return Prisma.sql`SELECT ${priceJson} AS record FROM price p
    WHERE ${isCurrent} AND p.product = ${slug} ORDER BY ${priceOrder}`;
}
