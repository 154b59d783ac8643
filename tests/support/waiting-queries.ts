import { query } from "./import-cli";

/** The query that looks each second which prices were reported. */
export const IS_WATCH = /FROM price_report/;

/**
 * Queries of a database that wait for a lock. On a connection of its own: within a transaction PostgreSQL shows the
 * sessions that there were at its first look.
 */
export async function listWaiting(databaseUrl: string): Promise<string[]> {
  const waiting = "datname = current_database() AND wait_event_type = 'Lock'";
  return (await query(databaseUrl, `SELECT query FROM pg_stat_activity WHERE ${waiting}`)).map(([text = ""]) => text);
}

/** Number of the waiting queries that callers ask. */
export async function countWaitingCalls(databaseUrl: string): Promise<number> {
  return (await listWaiting(databaseUrl)).filter((text) => !IS_WATCH.test(text)).length;
}
