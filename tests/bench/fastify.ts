import Fastify from "fastify";
import { Pool, types } from "pg";

/**
 * Server that one would write by hand: Fastify and pg, a list of prices with the same records and totals, and a page with the
 * prices of a product as a table, from the same database, without a limit, a log, validation or links. Listens on PORT.
 */
types.setTypeParser(types.builtins.NUMERIC, Number);
types.setTypeParser(types.builtins.DATE, String);
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const COLUMNS = `p.product, p.country, p.platform, p.period, p.amount, p.currency, p.usd, p.usd_monthly, p.fx_rate, p.fx_date,
  p.source_url, p.verified_on, p.tax_treatment AS treatment, p.tax_rate_pct AS rate_pct, p.tax_reason AS reason, p.ex_tax_amount,
  p.ex_tax_usd, p.ex_tax_usd_monthly, p.tax_source_id AS tax_source, p.tax_reviewed_on AS reviewed_on, p.income_share_pct,
  p.income_year, p.income_reason, p.fx_source_id AS fx_source, p.fx_stale,
  p.is_reported AS reported, p.changed_on, p.source_id AS source, CASE WHEN p.source_id = 'desk' THEN 'desk'
    WHEN p.source_id LIKE 'opentherank-%' THEN 'store_index' ELSE 'publication' END AS source_kind,
  p.us_usd_monthly, p.pct_vs_us`;
const PRICES =
  "FROM dataset_version d JOIN price p ON p.version_id = d.id WHERE d.id = (SELECT max(id) FROM dataset_version)";

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
    treatment,
    rate_pct,
    reason,
    ex_tax_amount,
    ex_tax_usd,
    ex_tax_usd_monthly,
    source: tax_source,
    reviewed_on,
  };
  return { ...rest, tax };
}

const server = Fastify();

server.get<{ Querystring: { country: string; page_size: string; page?: string } }>("/api/prices", async ({ query }) => {
  const size = Number(query.page_size);
  const page = Number(query.page ?? 1);
  const [{ rows: data }, { rows: counts }] = await Promise.all([
    pool.query({
      name: "prices",
      text: `SELECT ${COLUMNS} ${PRICES} AND p.country = $1 ORDER BY p.position LIMIT $2 OFFSET $3`,
      values: [query.country, size, (page - 1) * size],
    }),
    pool.query({
      name: "count",
      text: `SELECT count(*)::int AS total, max(d.version) AS version ${PRICES} AND p.country = $1`,
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

server.get<{ Params: { slug: string } }>("/services/:slug", async ({ params }, reply) => {
  const { rows } = await pool.query({
    name: "product-prices",
    text: `SELECT ${COLUMNS} ${PRICES} AND p.product = $1 ORDER BY p.position`,
    values: [params.slug],
  });
  const lines = rows.map(
    (row) =>
      `<tr>${Object.values(row)
        .map((value) => `<td>${value ?? ""}</td>`)
        .join("")}</tr>`,
  );
  return reply.type("text/html").send(`<!doctype html><title>${params.slug}</title><table>${lines.join("\n")}</table>`);
});

await server.listen({ host: "127.0.0.1", port: Number(process.env.PORT) });
