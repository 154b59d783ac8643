import { REFERENCES, type ReferenceTable } from "@/lib/import/stage/tables";

/**
 * Statements over the ledger that undo one version ($1): each row with its cells as text, and `later`, the first version after
 * it that touched the same. What was written is withdrawn, what was replaced or withdrawn is put back.
 */
const laterSql = (table: string, isSame: string) => `
  (SELECT version FROM dataset_version WHERE id = (
     SELECT min(CASE WHEN x.recorded_in > $1 THEN x.recorded_in ELSE x.superseded_in END) FROM ${table} x
     WHERE ${isSame} AND (x.recorded_in > $1 OR x.superseded_in > $1)
   ))`;

const REASON =
  "'taken_back' AS reason, format('Version %s was taken back', (SELECT version FROM dataset_version WHERE id = $1)) AS note";

/** A row that the same version replaced again was never seen. */
const pairSql = (table: string, key: string) => `
  (SELECT * FROM ${table} WHERE recorded_in = $1 AND superseded_in IS DISTINCT FROM $1) AS w
  FULL JOIN (SELECT * FROM ${table} WHERE superseded_in = $1 AND recorded_in < $1) AS f USING (${key})`;

export const PRICE_CORRECTIONS = `
  SELECT s.product, s.country, s.platform::text, s.period::text, observed_on::text,
    CASE WHEN f.id IS NULL THEN 'withdraw' ELSE 'replace' END AS action, trim_scale(f.amount)::text AS amount, f.currency,
    ${REASON}, f.source_id AS source, f.source_url,
    to_char(f.read_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS read_at, f.quote, f.method, f.plan,
    coalesce(f.is_redacted, false) OR coalesce(w.is_redacted, false) AS "isErased",
    ${laterSql("observation", "(x.series_id, x.observed_on) = (s.id, coalesce(w.observed_on, f.observed_on))")} AS later
  FROM ${pairSql("observation", "series_id, observed_on")} JOIN series s ON s.id = series_id
  ORDER BY s.product, s.country, s.platform, s.period, observed_on`;

export const RATE_CORRECTIONS = `
  SELECT currency, date::text, source_id AS source, CASE WHEN f.id IS NULL THEN 'withdraw' ELSE 'replace' END AS action,
    trim_scale(f.usd_per_unit)::text AS usd_per_unit, ${REASON},
    coalesce(f.is_redacted, false) OR coalesce(w.is_redacted, false) AS "isErased",
    ${laterSql(
      "rate",
      `(x.currency, x.date, x.source_id)
         = (coalesce(w.currency, f.currency), coalesce(w.date, f.date), coalesce(w.source_id, f.source_id))`,
    )} AS later
  FROM ${pairSql("rate", "currency, date, source_id")}
  ORDER BY date, currency, source_id`;

/** Places are of the code, and come with each import. */
export const ENTRY_TABLES = REFERENCES.filter(({ name, isWhole }) => !isWhole && name !== "country_entry");

const FRACTIONS = new Set(["rate_pct", "gni_per_capita_usd", "factor", "official_rate", "price_level"]);
const toCells = ({ columns }: ReferenceTable) =>
  columns
    .split(", ")
    .map((column) => (FRACTIONS.has(column) ? `trim_scale(f.${column})::text AS ${column}` : `f.${column}::text`))
    .join(", ");

const sameKey = ({ key }: ReferenceTable, a: string, b: string) =>
  key
    .split(", ")
    .map((column) => `${a}.${column} = ${b}.${column}`)
    .join(" AND ");

/** Rows that the version changed, as they were before; sentences that it added, withdrawn. */
export const formerEntries = (table: ReferenceTable) => `
  SELECT ${toCells(table)}, ROW(${table.key})::text AS named, ${laterSql(table.name, sameKey(table, "x", "f"))} AS later
  FROM ${table.name} f WHERE superseded_in = $1 AND recorded_in < $1
  ${
    isWithdrawable(table)
      ? `UNION ALL
  SELECT product, question, NULL, NULL, NULL, ROW(${table.key})::text, ${laterSql(table.name, sameKey(table, "x", "n"))}
  FROM ${table.name} n WHERE recorded_in = $1 AND superseded_in IS DISTINCT FROM $1 AND sentence IS NOT NULL
    AND ${hasNoFormer(table)}`
      : ""
  }
  ORDER BY ${table.key}`;

/** Of these an empty row takes away the one that stands. */
export const isWithdrawable = ({ name }: ReferenceTable): boolean => name === "access_entry";

const hasNoFormer = (table: ReferenceTable) =>
  `NOT EXISTS (SELECT FROM ${table.name} f WHERE f.superseded_in = $1 AND f.recorded_in < $1 AND ${sameKey(table, "f", "n")})`;

/** Keys of rows that the version added, and that still stand; a note on a reading goes with it. */
export const addedEntries = (table: ReferenceTable) => `
  SELECT concat_ws(' ', ${table.key}) AS named
  FROM ${table.name} n WHERE recorded_in = $1 AND superseded_in IS NULL
    AND ${hasNoFormer(table)}
    ${
      table.name === "evidence_entry"
        ? `AND NOT EXISTS (
             SELECT FROM observation o JOIN series s ON s.id = o.series_id
             WHERE o.recorded_in = $1 AND o.observed_on = n.observed_on
               AND (s.product, s.country, s.platform, s.period) = (n.product, n.country, n.platform, n.period)
           )`
        : ""
    }
  ORDER BY 1`;

/** Of a table that comes as a whole file: all rows as they were before, and the first version after it that changed any. */
export const formerTable = (table: ReferenceTable) => `
  SELECT ${toCells(table)},
    (SELECT version FROM dataset_version WHERE id = (
       SELECT min(CASE WHEN x.recorded_in > $1 THEN x.recorded_in ELSE x.superseded_in END) FROM ${table.name} x
       WHERE x.recorded_in > $1 OR x.superseded_in > $1
     )) AS later
  FROM ${table.name} f
  WHERE recorded_in < $1 AND (superseded_in IS NULL OR superseded_in >= $1)
    AND EXISTS (SELECT FROM ${table.name} x WHERE x.recorded_in = $1 OR x.superseded_in = $1)
  ORDER BY ${table.key}`;
