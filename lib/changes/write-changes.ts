import "server-only";
import type { ClientBase } from "pg";
import { priceJson } from "@/lib/catalogue/prices/columns-sql";
import { productJson } from "@/lib/catalogue/products/columns-sql";
import { Prisma } from "@/prisma/client/client";
import { MOST_REVALUED } from "./rules";

/** Two versions in a row, each with the schema that has its tables. */
export type VersionStep = { versionId: number; before: string; after: string };

/**
 * Compares the records of two versions, and writes the list of their differences in place of an older list. Inside the
 * caller's transaction, which sees one state of the database. `basis` says what was compared.
 */
export async function writeChanges(client: ClientBase, { versionId, before, after }: VersionStep, basis: string) {
  await saveRecords(client, "before", before);
  await saveRecords(client, "after", after);
  await client.query("SET LOCAL search_path = public");
  await findErased(client, versionId);
  await client.query(
    `CREATE TEMPORARY TABLE difference ON COMMIT DROP AS
     ${ofPrices(versionId)} UNION ALL ${ofProducts()} UNION ALL ${ofRates(versionId)}`,
  );
  const { rows } = await client.query<{ revalued: number }>(
    "SELECT count(*)::int AS revalued FROM difference WHERE kind = 'revalued'",
  );
  const hasRevalued = (rows[0]?.revalued ?? 0) <= MOST_REVALUED;
  await client.query("DELETE FROM change_list WHERE version_id = $1", [versionId]);
  await client.query("INSERT INTO change_list (version_id, basis, has_revalued) VALUES ($1, $2, $3)", [
    versionId,
    basis,
    hasRevalued,
  ]);
  await client.query(
    `INSERT INTO change_entry (version_id, place, object, kind, product, country, key, before, after, reason)
     SELECT $1, row_number() OVER (ORDER BY array_position('{product,price,rate}', object), sorted),
       object, kind, product, country, key, before, after, reason
     FROM difference WHERE kind <> 'revalued' OR $2`,
    [versionId, hasRevalued],
  );
}

/** Saves the records of a schema as temporary tables: `price_before`, `product_before`; or `_after`. */
async function saveRecords(client: ClientBase, name: "before" | "after", schema: string): Promise<void> {
  await client.query(`SET LOCAL search_path = ${schema === "public" ? "" : `${schema}, `}public`);
  const price = Prisma.sql`SELECT p.id, p.amount, p.currency, p.verified_on, (${priceJson})::text AS record FROM price p`;
  const product = Prisma.sql`
    SELECT pr.slug, ROW(pr.name, pr.vendor, pr.category, pr.plan, pr.website, pr.in_basket)::text AS facts,
      (${productJson})::text AS record FROM product pr`;
  await client.query(
    `CREATE TEMPORARY TABLE price_${name} (id int PRIMARY KEY, amount numeric, currency text, verified_on date, record text) ON COMMIT DROP`,
  );
  await client.query(
    `CREATE TEMPORARY TABLE product_${name} (slug text COLLATE "C" PRIMARY KEY, facts text, record text) ON COMMIT DROP`,
  );
  await client.query({ text: `INSERT INTO price_${name} ${price.text}`, values: price.values });
  await client.query({ text: `INSERT INTO product_${name} ${product.text}`, values: product.values });
  // A series without a price has no record, and is known: its price may return.
  await client.query(`UPDATE price_${name} SET record = NULL WHERE amount IS NULL`);
  await client.query(`ANALYZE price_${name}`);
}

/**
 * Creates `erased_product`: products with a price or a rate that a licence took down in this version. Copies may hold what
 * the version before no longer shows, so that these records are listed although nothing of them differs.
 */
async function findErased(client: ClientBase, versionId: number): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE erased_product ON COMMIT DROP AS
     SELECT DISTINCT p.product FROM correction c JOIN price p ON p.id = c.price_id OR p.currency = c.currency
     WHERE c.version_id = ${versionId} AND c.reason = 'licence'`,
  );
}

/**
 * Differences of prices. A correction explains one where it is of the newest reading of the version before, or where the
 * amount is the same; an older day may be put right in the publish that brings a new amount.
 */
const ofPrices = (versionId: number) => `
  SELECT 'price' AS object, named.kind, p.product, p.country,
    ARRAY[p.product, p.country, p.platform::text, p.period::text] COLLATE "C" AS sorted,
    json_build_object('product', p.product, 'country', p.country, 'platform', p.platform, 'period', p.period) AS key,
    b.record::json AS before, a.record::json AS after, CASE WHEN named.kind = c.kind THEN c.reason END AS reason
  FROM price_before b FULL JOIN price_after a USING (id) JOIN price p USING (id)
  LEFT JOIN LATERAL (
    SELECT ${CORRECTED} AS kind, reason,
      reason = 'licence' OR b.id IS NOT NULL AND (b.verified_on IS NULL OR day >= b.verified_on) AS explains
    FROM correction WHERE version_id = ${versionId} AND price_id = p.id
    ORDER BY reason = 'licence' DESC, explains DESC, correction.id DESC LIMIT 1
  ) c ON true,
  LATERAL (SELECT CASE WHEN c.explains THEN c.kind
      WHEN a.record IS NULL THEN 'ended'
      WHEN b.record IS NULL THEN CASE WHEN b.id IS NULL THEN 'added' ELSE 'returned' END
      WHEN (a.amount, a.currency) IS DISTINCT FROM (b.amount, b.currency) THEN 'changed'
      ELSE coalesce(c.kind, 'revalued') END AS kind) AS named
  WHERE a.record IS DISTINCT FROM b.record
    OR c.reason = 'licence' OR a.record IS NOT NULL AND p.product IN (SELECT product FROM erased_product)`;

const CORRECTED = "CASE action WHEN 'withdraw' THEN 'withdrawn' ELSE 'corrected' END";

const ofProducts = () => `
  SELECT 'product', CASE WHEN b.slug IS NULL THEN 'added' WHEN a.slug IS NULL THEN 'ended'
      WHEN a.facts <> b.facts THEN 'changed' ELSE 'revalued' END,
    slug, NULL, ARRAY[slug], json_build_object('slug', slug), b.record::json, a.record::json, NULL
  FROM product_before b FULL JOIN product_after a USING (slug)
  WHERE a.record IS DISTINCT FROM b.record OR slug IN (SELECT product FROM erased_product)`;

/** Record of a rate, as a row of the export. */
const RATE = `(SELECT row_to_json(record) FROM (
  SELECT currency, date, trim_scale(usd_per_unit) AS usd_per_unit, source_id AS source
) record)`;

/** Differences of rates, which the ledger names by itself. */
const ofRates = (versionId: number) => `
  SELECT 'rate', CASE WHEN c.kind IS NOT NULL THEN c.kind
      WHEN b.record IS NULL THEN 'added' WHEN a.record IS NULL THEN 'ended' ELSE 'changed' END,
    NULL, NULL, ARRAY[currency, date::text, source_id],
    json_build_object('currency', currency, 'date', date, 'source', source_id), b.record, a.record, c.reason
  FROM (
    SELECT currency, date, source_id, CASE WHEN NOT is_redacted THEN ${RATE} END AS record FROM superseded_rate
    WHERE superseded_in = ${versionId} AND recorded_in < ${versionId}
  ) b FULL JOIN (
    SELECT currency, date, source_id, ${RATE} AS record FROM fx_rate WHERE recorded_in = ${versionId}
    UNION ALL
    SELECT currency, date, source_id, ${RATE} FROM superseded_rate
    WHERE recorded_in = ${versionId} AND superseded_in > ${versionId} AND NOT is_redacted
  ) a USING (currency, date, source_id)
  LEFT JOIN LATERAL (
    SELECT ${CORRECTED} AS kind, reason FROM correction
    WHERE version_id = ${versionId} AND correction.currency = coalesce(a.currency, b.currency)
      AND day = coalesce(a.date, b.date) AND correction.source_id = coalesce(a.source_id, b.source_id)
    ORDER BY id DESC LIMIT 1
  ) c ON true
  WHERE a.record::text IS DISTINCT FROM b.record::text OR c.reason = 'licence'`;
