import "server-only";
import type { ClientBase } from "pg";
import { SAME_RATE_FACTOR } from "@/lib/dataset/rate-rules";
import type { StageTable } from "@/lib/import/read/formats/format";
import type { ImportFile } from "@/lib/import/read/open/detect";

/** `key` are expressions. */
export type ReferenceTable = Readonly<Record<"name" | "staged" | "key" | "columns", string>> & {
  /** The file is complete: rows that it leaves out are superseded. */
  readonly isWhole: boolean;
};

/** A row without a file is implied by a format, and added only if missing. */
export const REFERENCES: readonly ReferenceTable[] = [
  toReference("country_entry", "code", "code, name, region, currency"),
  toReference("source_entry", "id", "id, name, publisher, url, license, attribution"),
  toReference("product_entry", "slug", "slug, name, vendor, service, category, plan, website, in_basket, same_plan_as"),
  toReference(
    "tax_rate",
    "country, coalesce(valid_from, known_from, '-infinity')",
    "country, valid_from, valid_to, known_from, rate_pct, reason, source_id, source_url, reviewed_on, confirmed_by, note",
  ),
  toReference(
    "tax_treatment",
    "scope, platform, country",
    "scope, platform, country, treatment, source_id, source_url, note",
  ),
  toReference(
    "evidence_entry",
    "product, country, platform, period, observed_on",
    "product, country, platform, period, observed_on, evidence, offers, note",
  ),
  toReference("access_entry", "product, question", "product, question, sentence, source_url, read_on"),
  toReference("income", "country", "country, year, gni_per_capita_usd, source_id, source_url, reason"),
  toReference(
    "purchasing_power",
    "country",
    "country, year, factor, official_rate, price_level, source_id, source_url, reason",
  ),
];

export const WHOLE_TABLES = REFERENCES.filter(({ isWhole }) => isWhole);

function toReference(name: string, key: string, columns: string): ReferenceTable {
  return { name, staged: `stage_${name.replace("_entry", "")}`, key, columns, isWhole: !name.endsWith("_entry") };
}

export interface LedgerTable {
  table: "observation" | "rate";
  read: string;
  corrections: string;
  key: readonly string[];
  figures: readonly string[];
  named: Readonly<Record<string, string>>;
  /** Of equal rows, the lowest by these columns is stored. */
  rank: readonly string[];
  /** `a` and `b` are aliases, `prefix` that of b's columns. */
  isSame(a: string, b: string, prefix?: string): string;
}

const PROVENANCE = ["read_at", "quote", "method", "plan"];

export const PRICES: LedgerTable = {
  table: "observation",
  read: "read_price",
  corrections: "price_correction",
  key: ["series_id", "observed_on"],
  named: { series_id: "series_id", day: "observed_on" },
  figures: ["amount", "currency", "source_id", "source_url", ...PROVENANCE],
  rank: ["source_id", "source_url"],
  isSame: (a, b, prefix = "") =>
    `(${a}.amount, ${a}.currency) IS NOT DISTINCT FROM (${b}.${prefix}amount, ${b}.${prefix}currency)`,
};

export const RATES: LedgerTable = {
  table: "rate",
  read: "read_rate",
  corrections: "rate_correction",
  key: ["currency", "date", "source_id"],
  named: { currency: "currency", day: "date" },
  figures: ["usd_per_unit"],
  rank: ["usd_per_unit"],
  isSame: (a, b, prefix = "") => isSameRate(`${a}.usd_per_unit`, `${b}.${prefix}usd_per_unit`),
};

export const isSameRate = (a: string, b: string) => `greatest(${a}, ${b}) <= least(${a}, ${b}) * ${SAME_RATE_FACTOR}`;

export const columnsOf = ({ key, figures }: LedgerTable): string[] => [...new Set([...key, ...figures])];

export const isOneKey = ({ key }: LedgerTable, a: string, b: string) =>
  key.map((column) => `${a}.${column} = ${b}.${column}`).join(" AND ");

const STAGED: Partial<Record<StageTable, string>> = {
  stage_product_removal: "slug, slug AS action FROM product_entry",
  stage_rate: "currency, date, 1.0 AS numerator, 1.0 AS denominator, source_id FROM rate",
  stage_price: `product, country, platform, period, observed_on, amount, currency, source_id, source_url,
    ${PROVENANCE.join(", ")} FROM series, observation`,
  stage_opentherank: `o.observed_on AS snapshot_date, product, country, platform, period, amount, amount AS other_amount, currency,
    1.0 AS price_usd, o.observed_on, source_url, name, category, product_entry.plan, in_basket, evidence, offers, note
    FROM series, observation o, product_entry, (SELECT evidence, offers, note FROM evidence_entry) AS e`,
  stage_price_correction: `product, country, platform, period, observed_on, action, amount, o.currency, reason, note, o.source_id,
    source_url, ${PROVENANCE.join(", ")} FROM series, observation o, correction`,
  stage_rate_correction: `r.currency, date, r.source_id, action, 1.0 AS numerator, reason, note FROM rate r, correction`,
};

/** Temporary tables: a killed import leaves nothing. */
export async function createStageTables(client: ClientBase, files: readonly ImportFile[]): Promise<void> {
  const references = REFERENCES.map(({ name, staged, columns }) => [staged, `${columns} FROM ${name}`]);
  for (const [staged, rows] of [...references, ...Object.entries(STAGED)])
    await client.query(
      `CREATE TEMPORARY TABLE ${staged} ON COMMIT DROP AS SELECT 0::smallint AS file, 0 AS line, ${rows} WITH NO DATA`,
    );
  const listed = files.map((file) => ({ file: file.index, path: file.path, format: file.format.name }));
  await client.query(
    `CREATE TEMPORARY TABLE stage_file ON COMMIT DROP AS
     SELECT * FROM json_to_recordset($1) AS one(file smallint, path text, format text)`,
    [JSON.stringify(listed)],
  );
}
