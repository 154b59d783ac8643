import type { Version } from "@/lib/versions/current";
import { isValidText } from "@/lib/versions/valid-rows-sql";
import { MOST_REVALUED } from "./rules";

// Raw SQL, because it needs full joins of two versions.

/** `to` followed `from` directly. */
export type VersionStep = { from: Version; to: Version };
type StepIds = Readonly<Record<keyof VersionStep, Pick<Version, "id">>>;

const RECORDED = [
  "amount",
  "currency",
  "usd",
  "usd_monthly",
  "fx_rate",
  "fx_date",
  "fx_source_id",
  "fx_stale",
  "source_id",
  "source_url",
  "verified_on",
  "changed_on",
  "is_reported",
  "evidence",
  "is_outdated",
  "is_ranked",
  "tax_treatment",
  "tax_rate_pct",
  "tax_reason",
  "ex_tax_amount",
  "ex_tax_usd",
  "ex_tax_usd_monthly",
  "tax_source_id",
  "tax_reviewed_on",
  "income_share_pct",
  "income_year",
  "income_reason",
  "us_usd_monthly",
  "pct_vs_us",
  "ex_tax_is_ranked",
  "us_ex_tax_monthly",
  "ex_tax_pct_vs_us",
  "usual_ratio",
  "read_at",
  "quote",
  "method",
  "plan",
] as const;
/** What a price of a version is about, in its words. */
const NAMES = ["product_name", "product_plan", "product_category", "country_name"] as const;
const FACTS = ["name", "vendor", "service", "category", "plan", "website", "in_basket", "same_plan_as"] as const;
const FIGURES = [
  "prices",
  "countries",
  "ranking",
  "ranked",
  "usd_monthly_min",
  "usd_monthly_median",
  "usd_monthly_max",
  "verified_from",
  "verified_on",
  "changed_on",
  "ex_tax_monthly_min",
  "ex_tax_monthly_median",
  "ex_tax_monthly_max",
  "ex_tax_ranking",
  "ex_tax_ranked",
  "cheapest_id",
  "most_expensive_id",
  "ex_tax_cheapest_id",
] as const;
/** Prices that the record of a product holds, with the aliases of both versions. */
const ENDS = [
  { column: "cheapest_id", before: "bp", after: "ap" },
  { column: "most_expensive_id", before: "bq", after: "aq" },
  { column: "ex_tax_cheapest_id", before: "bx", after: "ax" },
] as const;

const differs = (a: string, b: string, names: readonly string[]) => {
  const of = (alias: string) => names.map((name) => `${alias}.${name}`).join(", ");
  return `(${of(a)}) IS DISTINCT FROM (${of(b)})`;
};

/** Includes readings that were withdrawn since. */
const wasRead = (series: string, { from }: StepIds) =>
  `EXISTS (SELECT FROM observation o WHERE o.series_id = ${series} AND o.recorded_in <= ${from.id})`;

/** Products with erased figures: listed although nothing differs, because copies may hold what was erased. */
const erasedProducts = ({ from, to }: StepIds) => `
  SELECT s.product FROM correction c JOIN series s ON s.id = c.series_id WHERE c.version_id = ${to.id} AND c.reason = 'licence'
  UNION
  SELECT p.product FROM correction c JOIN price p ON p.currency = c.currency AND p.version_id IN (${from.id}, ${to.id})
  WHERE c.version_id = ${to.id} AND c.reason = 'licence'`;

const CORRECTED = "CASE c.action WHEN 'withdraw' THEN 'withdrawn' ELSE 'corrected' END";

/**
 * A correction explains a difference only of the newest reading, or of an equal amount. Returns one more revalued
 * price than is listed.
 */
export const priceChanges = (step: StepIds) => `
  WITH corrected AS (
    SELECT DISTINCT ON (c.series_id) c.series_id, ${CORRECTED} AS kind, c.reason,
      c.reason = 'licence' OR ${wasRead("c.series_id", step)} AND (b.verified_on IS NULL OR c.day >= b.verified_on) AS explains
    FROM correction c LEFT JOIN price b ON b.version_id = ${step.from.id} AND b.series_id = c.series_id
    WHERE c.version_id = ${step.to.id} AND c.series_id IS NOT NULL
    ORDER BY c.series_id, c.reason = 'licence' DESC, explains DESC, c.id DESC
  ), named AS (
    SELECT s.*, c.kind AS correction, c.reason, CASE
        WHEN c.explains THEN c.kind
        WHEN a.series_id IS NULL THEN 'ended'
        WHEN b.series_id IS NULL THEN CASE WHEN ${wasRead("a.series_id", step)} THEN 'returned' ELSE 'added' END
        WHEN (a.amount, a.currency) <> (b.amount, b.currency) THEN 'changed'
        WHEN c.kind IS NULL AND a.is_outdated AND NOT b.is_outdated THEN 'outdated'
        WHEN c.kind IS NULL AND b.is_outdated AND NOT a.is_outdated THEN 'returned'
        ELSE coalesce(c.kind, 'revalued') END AS kind
    FROM (${namedPrices(step.from)}) b
    FULL JOIN (${namedPrices(step.to)}) a USING (series_id)
    FULL JOIN corrected c USING (series_id) JOIN series s ON s.id = series_id
    WHERE c.reason = 'licence' OR ${differs("a", "b", [...RECORDED, ...NAMES])}
      OR a.series_id IS NOT NULL AND s.product IN (${erasedProducts(step)})
  ), placed AS (
    SELECT *, row_number() OVER (PARTITION BY kind = 'revalued') AS place FROM named
  )
  SELECT id AS "seriesId", product, kind, CASE WHEN kind = correction THEN reason END AS reason
  FROM placed WHERE kind <> 'revalued' OR place <= ${MOST_REVALUED + 1}
  ORDER BY product, country, platform, period`;

/**
 * Prices of both versions whose amounts differ, of the kinds that readers are told. A new unit of a currency is no change, and
 * neither is what the licence of a source had erased; of what changed, the amount was first seen after the reading before.
 */
export const amountChanges = (step: StepIds) => `
  SELECT a.series_id AS "seriesId", d.kind, b.verified_on AS was_on,
    CASE d.kind WHEN 'changed' THEN seen.day ELSE a.verified_on END AS is_on
  FROM (${priceChanges(step)}) d
  JOIN price b ON b.version_id = ${step.from.id} AND b.series_id = d."seriesId"
  JOIN price a ON a.version_id = ${step.to.id} AND a.series_id = d."seriesId"
  CROSS JOIN LATERAL (
    SELECT max(c.first_seen_on) AS day FROM price_change c
    WHERE ${isValidText(step.to.id, "c")} AND c.series_id = a.series_id AND c.first_seen_on > b.verified_on
      AND (c.amount, c.currency) = (a.amount, a.currency)
  ) seen
  WHERE (a.amount, a.currency) <> (b.amount, b.currency) AND d.reason IS DISTINCT FROM 'licence'
    AND (d.kind IN ('corrected', 'withdrawn') OR d.kind = 'changed' AND seen.day IS NOT NULL)`;

/** Prices of a version with their names. */
const namedPrices = ({ id }: StepIds["from"]) => `
    SELECT p.*, n.name AS product_name, n.plan AS product_plan, n.category AS product_category, c.name AS country_name
    FROM price p LEFT JOIN product n ON (n.version_id, n.slug) = (p.version_id, p.product)
      LEFT JOIN country c ON (c.version_id, c.code) = (p.version_id, p.country)
    WHERE p.version_id = ${id}`;

export const productChanges = (step: VersionStep) => `
  SELECT slug, CASE WHEN b.slug IS NULL THEN 'added' WHEN a.slug IS NULL THEN 'ended'
      WHEN ${differs("a", "b", FACTS)} THEN 'changed' ELSE 'revalued' END AS kind, NULL AS reason,
    ARRAY[b.category, a.category] AS categories
  FROM (SELECT * FROM product WHERE version_id = ${step.from.id}) b
  FULL JOIN (SELECT * FROM product WHERE version_id = ${step.to.id}) a USING (slug)
  ${ENDS.map(
    ({ column, before, after }) => `
  LEFT JOIN price ${before} ON ${before}.version_id = b.version_id AND ${before}.series_id = b.${column}
  LEFT JOIN price ${after} ON ${after}.version_id = a.version_id AND ${after}.series_id = a.${column}`,
  ).join("")}
  WHERE b.slug IS NULL OR a.slug IS NULL OR ${differs("a", "b", [...FACTS, ...FIGURES])}
    ${ENDS.map(({ before, after }) => `OR ${differs(after, before, RECORDED)}`).join("\n    ")}
    OR slug IN (${erasedProducts(step)})
  ORDER BY slug`;

/** A reading as text, null for one that was erased. */
const OBSERVED = `CASE WHEN NOT is_redacted THEN (SELECT row_to_json(fields)::text FROM (
  SELECT s.product, s.country, s.platform, s.period, o.observed_on, trim_scale(o.amount) AS amount, o.currency,
    o.source_id AS source, o.source_url
) fields) END`;

/** Readings, current and past, that corrections replaced or withdrew. */
export const observationChanges = ({ to }: VersionStep) => `
  SELECT s.id AS "seriesId", s.product, s.country, s.platform::text AS platform, s.period::text AS period,
    c.day::text AS observed_on, c.kind, c.reason, b.record AS before, a.record AS after
  FROM (
    SELECT DISTINCT ON (c.series_id, c.day) c.series_id, c.day, ${CORRECTED} AS kind, c.reason FROM correction c
    WHERE c.version_id = ${to.id} AND c.series_id IS NOT NULL ORDER BY c.series_id, c.day, c.id DESC
  ) c JOIN series s ON s.id = c.series_id
  LEFT JOIN LATERAL (
    SELECT ${OBSERVED} AS record FROM observation o
    WHERE o.series_id = c.series_id AND o.observed_on = c.day AND o.superseded_in = ${to.id} AND o.recorded_in < ${to.id}
    ORDER BY o.id DESC LIMIT 1
  ) b ON true
  LEFT JOIN LATERAL (
    SELECT ${OBSERVED} AS record FROM observation o
    WHERE o.series_id = c.series_id AND o.observed_on = c.day AND o.recorded_in = ${to.id}
      AND (o.superseded_in IS NULL OR o.superseded_in > ${to.id})
    ORDER BY o.id DESC LIMIT 1
  ) a ON true
  ORDER BY product, country, platform, period, observed_on`;

const RATE = `(SELECT row_to_json(fields)::text FROM (
  SELECT currency, date, trim_scale(usd_per_unit) AS usd_per_unit, source_id AS source
) fields)`;

export const rateChanges = ({ to }: VersionStep) => `
  SELECT currency, date::text, source_id AS source, CASE WHEN c.kind IS NOT NULL THEN c.kind
      WHEN b.record IS NULL THEN 'added' WHEN a.record IS NULL THEN 'ended' ELSE 'changed' END AS kind,
    c.reason, b.record AS before, a.record AS after
  FROM (
    SELECT currency, date, source_id, CASE WHEN NOT is_redacted THEN ${RATE} END AS record FROM rate
    WHERE superseded_in = ${to.id} AND recorded_in < ${to.id}
  ) b FULL JOIN (
    SELECT currency, date, source_id, ${RATE} AS record FROM rate
    WHERE recorded_in = ${to.id} AND (superseded_in IS NULL OR superseded_in > ${to.id}) AND NOT is_redacted
  ) a USING (currency, date, source_id)
  LEFT JOIN LATERAL (
    SELECT ${CORRECTED} AS kind, c.reason FROM correction c
    WHERE c.version_id = ${to.id} AND c.currency = coalesce(a.currency, b.currency)
      AND c.day = coalesce(a.date, b.date) AND c.source_id = coalesce(a.source_id, b.source_id)
    ORDER BY c.id DESC LIMIT 1
  ) c ON true
  WHERE a.record IS DISTINCT FROM b.record OR c.reason = 'licence'
  ORDER BY currency, date, source_id`;
