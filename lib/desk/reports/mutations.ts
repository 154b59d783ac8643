import "server-only";
import type { PoolClient } from "pg";
import { MS_PER_DAY, MS_PER_HOUR } from "@/lib/contract/days";
import { LOCKS } from "@/lib/platform/advisory-locks";
import { currentTime } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";
import type { Prisma } from "@/prisma/client/client";
import type { ReportedPrice } from "./data";
import { REPORT_BOUNDS } from "./rules";
import { EMAIL_DAYS, type ReportForm } from "./schema";

/** A filed report, or the reached limit. */
type Filed = { id: number } | { bound: "address" | "price" | "all" };

type Counted = { of_address: number; of_all: number; open: number; of_price: number };

/** `addressHash`: keyed hash of the client address. Throws errors of pg. */
export const fileReport = (price: ReportedPrice, form: ReportForm, addressHash: string): Promise<Filed> =>
  fileInTurn((client) => fileWithin(client, { price, form, addressHash }));

/** Counts and files in one transaction at a time, so that a flood cannot pass a bound. */
export async function fileInTurn<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool().connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCKS.forms]);
    const filed = await work(client);
    await client.query("COMMIT");
    return filed;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

type Filing = { price: ReportedPrice; form: ReportForm; addressHash: string };

async function fileWithin(client: PoolClient, { price, form, addressHash }: Filing): Promise<Filed> {
  const at = currentTime();
  const { rows } = await client.query<Counted>(
    `SELECT
       (SELECT count(*)::int FROM price_report WHERE sender = $1 AND at > $3) AS of_address,
       (SELECT count(*)::int FROM price_report WHERE at > $3 AND found_by = 'visitor') AS of_all,
       (SELECT count(*)::int FROM price_report WHERE closed_at IS NULL AND found_by = 'visitor') AS open,
       (SELECT count(*)::int FROM price_report WHERE series_id = $2 AND closed_at IS NULL AND sender = $1) AS of_price`,
    [addressHash, price.id, new Date(at.getTime() - MS_PER_HOUR)],
  );
  const counted = rows[0];
  if (counted === undefined) throw new Error("the reports were not counted");
  if (counted.of_address >= REPORT_BOUNDS.ofAddress) return { bound: "address" };
  if (counted.of_price >= REPORT_BOUNDS.ofPrice) return { bound: "price" };
  if (counted.of_all >= REPORT_BOUNDS.ofAll || counted.open >= REPORT_BOUNDS.open) return { bound: "all" };
  const amount = form.kind === "ended" ? undefined : form.amount;
  const inserted = await client.query<{ id: number }>(
    `INSERT INTO price_report (series_id, kind, found_by, was_amount, was_currency, amount, currency, source_url, email, sender, at)
     VALUES ($1, $2, 'visitor', $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
    [
      price.id,
      form.kind,
      price.amount,
      price.currency,
      amount ?? null,
      amount === undefined ? null : (form.currency ?? price.currency),
      form.source_url,
      form.email ?? null,
      addressHash,
      at,
    ],
  );
  const [row] = inserted.rows;
  if (row === undefined) throw new Error("the report was not filed");
  return row;
}

/** `answer` is public. False when it is closed already. */
export async function closeReport(id: number, answer: string, tx: Prisma.TransactionClient): Promise<boolean> {
  const now = currentTime();
  const { count } = await tx.priceReport.updateMany({
    where: { id, outcome: null, changeSetId: null },
    data: { outcome: "kept", answer, closedAt: now, changedAt: now },
  });
  return count === 1;
}

/** Those of them that are open, and have no correction on its way. Returns their ids. */
export async function closeReports(
  ids: readonly number[],
  answer: string,
  tx: Prisma.TransactionClient,
): Promise<number[]> {
  const closed: number[] = [];
  for (const id of ids) if (await closeReport(id, answer, tx)) closed.push(id);
  return closed;
}

/** Publishing the change set closes the report. */
export async function tieReport(
  id: number,
  { changeSetId, answer }: { changeSetId: number; answer: string },
  tx: Prisma.TransactionClient,
): Promise<boolean> {
  const { count } = await tx.priceReport.updateMany({
    where: { id, outcome: null, changeSetId: null },
    data: { changeSetId, answer },
  });
  return count === 1;
}

/** Erases e-mail addresses 90 days after closing, or after filing while open, and senders after 90 days. */
export async function eraseReporters(): Promise<void> {
  const since = new Date(currentTime().getTime() - EMAIL_DAYS * MS_PER_DAY);
  for (const table of ["price_report", "key_request"]) {
    await pool().query(`UPDATE ${table} SET email = NULL WHERE email IS NOT NULL AND coalesce(closed_at, at) < $1`, [
      since,
    ]);
    await pool().query(`UPDATE ${table} SET sender = '' WHERE sender <> '' AND at < $1`, [since]);
  }
}
