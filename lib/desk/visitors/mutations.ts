import "server-only";
import { MS_PER_DAY, MS_PER_HOUR } from "@/lib/contract/days";
import { fileInTurn } from "@/lib/desk/reports/mutations";
import { REPORT_BOUNDS } from "@/lib/desk/reports/rules";
import { EMAIL_DAYS } from "@/lib/desk/reports/schema";
import { currentTime } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";
import { Prisma } from "@/prisma/client/client";
import type { NewReading } from "./schema";
import { isOpenSql } from "./sql";

type Counted = { of_address: number; of_all: number; open: number; of_price: number };

/** Bounded like reports of prices; `sender`: keyed hash of the client address. Null when filed. Throws errors of pg. */
export function fileReading(reading: NewReading, sender: string): Promise<"address" | "price" | "all" | null> {
  return fileInTurn(async (client) => {
    const at = currentTime();
    const { product, country, platform, period, amount, currency, quote, plan, observedOn, sourceUrl } = reading;
    const { rows } = await client.query<Counted>(
      `SELECT
         (SELECT count(*)::int FROM visitor_reading WHERE sender = $1 AND at > $2) AS of_address,
         (SELECT count(*)::int FROM visitor_reading WHERE at > $2) AS of_all,
         (SELECT count(*)::int FROM visitor_reading r WHERE ${isOpenSql("r")}) AS open,
         (SELECT count(*)::int FROM visitor_reading r WHERE (product, country, platform, period) = ($3, $4, $5::platform, $6::period)
            AND sender = $1 AND ${isOpenSql("r")}) AS of_price`,
      [sender, new Date(at.getTime() - MS_PER_HOUR), product, country, platform, period],
    );
    const [counted] = rows;
    if (counted === undefined) throw new Error("the readings were not counted");
    if (counted.of_address >= REPORT_BOUNDS.ofAddress) return "address";
    if (counted.of_price >= REPORT_BOUNDS.ofPrice) return "price";
    if (counted.of_all >= REPORT_BOUNDS.ofAll || counted.open >= REPORT_BOUNDS.open) return "all";
    await client.query(
      `INSERT INTO visitor_reading
         (product, country, platform, period, amount, currency, quote, plan, observed_on, source_url, sender, at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [product, country, platform, period, amount, currency, quote, plan, observedOn, sourceUrl, sender, at],
    );
    return null;
  });
}

/** Holds it until the commit; false when somebody took or declined it meanwhile. */
export async function holdOpenReading(id: number, tx: Prisma.TransactionClient): Promise<boolean> {
  await tx.$queryRaw`SELECT FROM visitor_reading WHERE id = ${id} FOR UPDATE`;
  const open = await tx.$queryRaw<object[]>(
    Prisma.sql`SELECT r.id FROM visitor_reading r WHERE r.id = ${id} AND ${Prisma.raw(isOpenSql("r"))}`,
  );
  return open.length === 1;
}

/** Returns those of them that were open. */
export async function declineReadings(ids: readonly number[], tx: Prisma.TransactionClient): Promise<number[]> {
  // Waits for whoever takes one of them, so that the next statement sees it as taken.
  await tx.$queryRaw`SELECT FROM visitor_reading WHERE id = ANY (${[...ids]}::int[]) ORDER BY id FOR UPDATE`;
  const declined = await tx.$queryRaw<{ id: number }[]>(
    Prisma.sql`UPDATE visitor_reading r SET declined_at = ${currentTime()}
      WHERE r.id = ANY (${[...ids]}::int[]) AND ${Prisma.raw(isOpenSql("r"))} RETURNING r.id`,
  );
  return declined.map(({ id }) => id).sort((a, b) => a - b);
}

/** Erases what was declined, and senders, after 90 days. */
export async function eraseReadings(): Promise<void> {
  const since = new Date(currentTime().getTime() - EMAIL_DAYS * MS_PER_DAY);
  await pool().query("DELETE FROM visitor_reading WHERE declined_at < $1", [since]);
  await pool().query("UPDATE visitor_reading SET sender = '' WHERE sender <> '' AND at < $1", [since]);
}
