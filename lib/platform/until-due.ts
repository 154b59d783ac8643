import "server-only";
import { currentTime } from "./clock";
import { pool } from "./db";

/** Milliseconds until the next of the rows that wait is due; Infinity without one. */
export async function untilDue(table: "mail" | "webhook_delivery"): Promise<number> {
  const now = currentTime();
  const { rows } = await pool().query<{ at: Date | null }>(
    `SELECT min(due_at) AS at FROM ${table} WHERE state = 'waiting' AND due_at > $1`,
    [now],
  );
  const at = rows[0]?.at ?? null;
  return at === null ? Number.POSITIVE_INFINITY : at.getTime() - now.getTime();
}
