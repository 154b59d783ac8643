import Fastify from "fastify";
import { Pool, types } from "pg";
import { IS_REPORTED } from "@/lib/catalogue/prices/state-sql";

/**
 * Server that one would write by hand instead of the product's API: Fastify and pg, the same records and totals from the same
 * database, without a limit, a log, validation or links. Prints where it listens.
 */
types.setTypeParser(types.builtins.NUMERIC, Number);
types.setTypeParser(types.builtins.DATE, String);
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const COLUMNS = `p.product, p.country, p.platform, p.period, p.amount, p.currency, p.usd, p.usd_monthly, p.fx_rate, p.fx_date,
  p.source_url, p.verified_on, coalesce(l.treatment, 'unknown') AS treatment, l.rate_pct, l.reason, l.ex_tax_amount, l.ex_tax_usd,
  l.ex_tax_usd_monthly, l.source_id AS tax_source, l.reviewed_on, l.income_share_pct, l.income_year, l.income_reason, l.ppp_ratio,
  l.ppp_year, l.ppp_reason, p.fx_source_id AS fx_source, p.fx_stale,
  ${IS_REPORTED} AS reported, p.changed_on,
  p.source_id AS source, CASE WHEN p.source_id = 'desk' THEN 'desk' WHEN p.source_id LIKE 'opentherank-%' THEN 'store_index'
    ELSE 'publication' END AS source_kind, d.data_date - p.verified_on AS age_days, u.usd_monthly AS us_usd_monthly,
  round(100 * (p.usd_monthly / nullif(u.usd_monthly, 0) - 1), 4) AS pct_vs_us`;
const PRICES = `
  FROM price p LEFT JOIN price_lens l ON l.price_id = p.id
  LEFT JOIN price u ON u.product = p.product AND u.country = 'US' AND u.platform = p.platform AND u.period = p.period
    AND u.usd_monthly IS NOT NULL AND NOT u.fx_stale
  CROSS JOIN (SELECT data_date FROM dataset_version ORDER BY id DESC LIMIT 1) d`;

/** A row as the record of a price, whose tax is an object. */
function toRecord(row: Record<string, unknown>) {
  const {
    treatment,
    rate_pct,
    reason,
    ex_tax_amount,
    ex_tax_usd,
    ex_tax_usd_monthly,
    tax_source,
    reviewed_on,
    ...rest
  } = row;
  const tax = {
    ...{ treatment, rate_pct, reason, ex_tax_amount, ex_tax_usd, ex_tax_usd_monthly, source: tax_source, reviewed_on },
  };
  return { ...rest, tax, stale: Number(rest.age_days) > 90 };
}

const server = Fastify();

server.get<{ Querystring: { country: string; page_size: string; page?: string } }>("/api/prices", async ({ query }) => {
  const size = Number(query.page_size);
  const page = Number(query.page ?? 1);
  const [{ rows: data }, { rows: counts }] = await Promise.all([
    pool.query({
      name: "prices",
      text: `SELECT ${COLUMNS} ${PRICES} WHERE p.country = $1 AND p.amount IS NOT NULL
             ORDER BY p.product, p.country, p.platform, p.period LIMIT $2 OFFSET $3`,
      values: [query.country, size, (page - 1) * size],
    }),
    pool.query({
      name: "count",
      text: `SELECT count(*)::int AS total, (SELECT version FROM dataset_version ORDER BY id DESC LIMIT 1) AS version
             FROM price WHERE country = $1 AND amount IS NOT NULL`,
      values: [query.country],
    }),
  ]);
  const { total, version } = counts[0];
  return {
    data: data.map(toRecord),
    pagination: { page, page_size: size, total_items: total },
    meta: { dataset_version: version },
  };
});

server.get<{ Params: { slug: string } }>("/api/services/:slug", async ({ params }) => {
  const [{ rows: products }, { rows: prices }] = await Promise.all([
    pool.query({
      name: "product",
      text: `SELECT slug, name, vendor, category, plan, website, countries, usd_monthly_min, usd_monthly_median,
               usd_monthly_max, verified_on, (SELECT version FROM dataset_version ORDER BY id DESC LIMIT 1) AS version
             FROM product WHERE slug = $1`,
      values: [params.slug],
    }),
    pool.query({
      name: "product-prices",
      text: `SELECT ${COLUMNS} ${PRICES} WHERE p.product = $1 AND p.amount IS NOT NULL
             ORDER BY p.country, p.platform, p.period`,
      values: [params.slug],
    }),
  ]);
  const { version, ...product } = products[0];
  return { data: { ...product, prices: prices.map(toRecord) }, meta: { dataset_version: version } };
});

console.log(`ready at ${await server.listen({ host: "127.0.0.1", port: 0 })}`);
