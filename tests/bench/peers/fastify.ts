import Fastify from "fastify";
import { Pool, types } from "pg";

/**
 * Server that one would write by hand instead of the product's API: Fastify and pg, the same records and totals from the same
 * database, without a limit, a log, validation or links. Prints where it listens.
 */
types.setTypeParser(types.builtins.NUMERIC, Number);
types.setTypeParser(types.builtins.DATE, String);
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const COLUMNS = `product, country, platform, period, amount, currency, usd, usd_monthly, fx_rate, fx_date, source_url, verified_on, fx_source_id AS fx_source`;

const server = Fastify();

server.get<{ Querystring: { country: string; page_size: string; page?: string } }>("/api/prices", async ({ query }) => {
  const size = Number(query.page_size);
  const page = Number(query.page ?? 1);
  const [{ rows: data }, { rows: counts }] = await Promise.all([
    pool.query({
      name: "prices",
      text: `SELECT ${COLUMNS} FROM price WHERE country = $1 AND amount IS NOT NULL
             ORDER BY product, country, platform, period LIMIT $2 OFFSET $3`,
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
  return { data, pagination: { page, page_size: size, total_items: total }, meta: { dataset_version: version } };
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
      text: `SELECT ${COLUMNS} FROM price WHERE product = $1 AND amount IS NOT NULL
             ORDER BY country, platform, period`,
      values: [params.slug],
    }),
  ]);
  const { version, ...product } = products[0];
  return { data: { ...product, prices }, meta: { dataset_version: version } };
});

console.log(`ready at ${await server.listen({ host: "127.0.0.1", port: 0 })}`);
