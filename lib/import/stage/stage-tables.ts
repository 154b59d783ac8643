import "server-only";
import type { ClientBase } from "pg";
import type { StageTable } from "@/lib/import/read/formats/format";
import { formatOf, type ImportFile } from "./open-files";

/**
 * Columns of the staging tables after `file` and `line`. Rows of `stage_source` or `stage_product` without a file are
 * implied by a format, and are added only where no other row exists.
 */
const STAGE_COLUMNS: Readonly<Record<StageTable, string>> = {
  stage_source: `id text COLLATE "C", name text, publisher text, url text, license text, attribution text`,
  stage_product: `slug text COLLATE "C", name text, vendor text, category text, plan text, website text, in_basket boolean`,
  stage_rate: `currency text COLLATE "C", date date, numerator numeric, denominator numeric DEFAULT 1, source_id text COLLATE "C"`,
  stage_price: `product text COLLATE "C", country text COLLATE "C", platform platform, period period,
    amount numeric(15,4), currency text COLLATE "C", observed_on date, source_id text COLLATE "C", source_url text COLLATE "C"`,
  stage_opentherank: `snapshot_date date, product text COLLATE "C", country text COLLATE "C", platform platform,
    period period, amount numeric(15,4), other_amount numeric(15,4), currency text COLLATE "C", price_usd numeric,
    observed_on date, source_url text COLLATE "C", name text, category text, plan text, in_basket boolean`,
  stage_price_correction: `product text COLLATE "C", country text COLLATE "C", platform platform, period period,
    observed_on date, action text, amount numeric(15,4), currency text COLLATE "C", reason text, note text,
    source_id text COLLATE "C", source_url text COLLATE "C"`,
  stage_rate_correction: `currency text COLLATE "C", date date, source_id text COLLATE "C", action text, numerator numeric, reason text, note text`,
  stage_tax_rate: `country text COLLATE "C", valid_from date, valid_to date, known_from date, rate_pct numeric(6,3), reason text,
    source_id text COLLATE "C", source_url text, reviewed_on date, confirmed_by text, note text`,
  stage_tax_treatment: `scope text COLLATE "C", platform platform, country text COLLATE "C", treatment text,
    source_id text COLLATE "C", source_url text, note text`,
  stage_income: `country text COLLATE "C", year integer, gni_per_capita_usd numeric(30,15), source_id text COLLATE "C", source_url text, reason text`,
  stage_purchasing_power: `country text COLLATE "C", year integer, factor numeric(30,15),
    official_rate numeric(30,15), price_level numeric(30,15),
    source_id text COLLATE "C", source_url text, reason text`,
};

/** Creates the staging tables as temporary tables of this transaction: a killed import leaves nothing behind. */
export async function createStageTables(client: ClientBase, files: readonly ImportFile[]): Promise<void> {
  await client.query("CREATE TEMPORARY TABLE stage_file (file smallint, path text, format text) ON COMMIT DROP");
  await client.query("INSERT INTO stage_file SELECT * FROM unnest($1::smallint[], $2::text[], $3::text[])", [
    files.map((file) => file.index),
    files.map((file) => file.path),
    files.map((file) => formatOf(file)),
  ]);
  for (const [table, columns] of Object.entries(STAGE_COLUMNS)) {
    await client.query(`CREATE TEMPORARY TABLE ${table} (file smallint, line integer, ${columns}) ON COMMIT DROP`);
  }
}
