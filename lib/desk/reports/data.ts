import "server-only";
import { pool } from "@/lib/platform/db";
import type { PublicReport, SeriesKey, StaffReport } from "./schema";
import { TOLD_DAYS } from "./schema";

const PUBLIC = `r.id, r.kind, p.product, t.name, t.plan, p.country, p.platform, p.period,
  r.was_amount::float8 AS "wasAmount", r.was_currency AS "wasCurrency", r.amount::float8 AS amount, r.currency,
  r.at, r.outcome, r.answer, r.closed_at AS "closedAt"`;
const STAFF = `${PUBLIC}, r.price_id AS "priceId", r.found_by AS "foundBy", r.source_url AS "sourceUrl", r.email,
  r.change_set_id AS "changeSetId", p.amount::float8 AS "nowAmount", p.currency AS "nowCurrency",
  p.verified_on::text AS "verifiedOn", p.source_url AS "readAt"`;
const FROM = "price_report r JOIN price p ON p.id = r.price_id JOIN product t ON t.slug = p.product";

/** Price that a form is about. */
export type ReportedPrice = {
  id: number;
  name: string;
  plan: string;
  amount: number;
  currency: string;
  sourceUrl: string;
  verifiedOn: string;
};

/** Finds the price of a series; null for one that is not listed. */
export async function findReportedPrice({
  product,
  country,
  platform,
  period,
}: SeriesKey): Promise<ReportedPrice | null> {
  const { rows } = await pool().query<ReportedPrice>(
    `SELECT p.id, t.name, t.plan, p.amount::float8 AS amount, p.currency, p.source_url AS "sourceUrl", p.verified_on::text AS "verifiedOn"
     FROM price p JOIN product t ON t.slug = p.product
     WHERE p.product = $1 AND p.country = $2 AND p.platform = $3::platform AND p.period = $4::period AND p.amount IS NOT NULL`,
    [product, country, platform, period],
  );
  return rows[0] ?? null;
}

/** A report without what only staff see; null for an unknown one. */
export async function findPublicReport(id: number): Promise<PublicReport | null> {
  const { rows } = await pool().query<PublicReport>(`SELECT ${PUBLIC} FROM ${FROM} WHERE r.id = $1`, [id]);
  return rows[0] ?? null;
}

export async function findStaffReport(id: number): Promise<StaffReport | null> {
  const { rows } = await pool().query<StaffReport>(`SELECT ${STAFF} FROM ${FROM} WHERE r.id = $1`, [id]);
  return rows[0] ?? null;
}

/** Reports that rows of prices tell of: those of visitors that are open, and all that were answered lately; newest last. */
export async function findRowReports(of: { product: string } | { country: string }): Promise<PublicReport[]> {
  const [column, value] = "product" in of ? ["product", of.product] : ["country", of.country];
  // Prepared under its name, for every page of a product or a country asks for it.
  const { rows } = await pool().query<PublicReport>({
    name: `row-reports-${column}`,
    text: `SELECT ${PUBLIC} FROM ${FROM} WHERE p.${column} = $1
       AND (r.closed_at IS NULL AND r.found_by = 'visitor' OR r.closed_at > now() - make_interval(days => $2) AND (r.found_by = 'visitor' OR r.outcome = 'corrected'))
     ORDER BY r.closed_at IS NULL, r.id`,
    values: [value, TOLD_DAYS],
  });
  return rows;
}

export const REPORTS_PAGE_SIZE = 25;

/** One page (from 1) of the open or of the closed reports, newest first, and the number of both. */
export async function listReports(state: "open" | "closed", page: number) {
  const where = `r.closed_at IS ${state === "open" ? "NULL" : "NOT NULL"}`;
  const { rows } = await pool().query<StaffReport>(
    `SELECT ${STAFF} FROM ${FROM} WHERE ${where} ORDER BY r.id DESC LIMIT $1 OFFSET $2`,
    [REPORTS_PAGE_SIZE, (page - 1) * REPORTS_PAGE_SIZE],
  );
  return { reports: rows, counts: await countReports() };
}

export async function countReports(): Promise<{ open: number; closed: number }> {
  const { rows } = await pool().query<{ open: number; closed: number }>(
    `SELECT (count(*) FILTER (WHERE closed_at IS NULL))::int AS open, (count(closed_at))::int AS closed FROM price_report`,
  );
  return rows[0] ?? { open: 0, closed: 0 };
}

/** Tells whether there is a report of this number. */
export async function isFiled(id: number): Promise<boolean> {
  return (await pool().query("SELECT FROM price_report WHERE id = $1", [id])).rowCount === 1;
}
