import { query } from "./import-cli";

/** Looks for reported prices, whenever one is told of. */
export const IS_WATCH = /FROM price_report/;

/**
 * Queries that wait for a lock. Uses a new connection: in a transaction PostgreSQL shows only the sessions of its
 * first look.
 */
export async function listWaiting(databaseUrl: string): Promise<string[]> {
  const waiting = "datname = current_database() AND wait_event_type = 'Lock'";
  return (await query(databaseUrl, `SELECT query FROM pg_stat_activity WHERE ${waiting}`)).map(([text = ""]) => text);
}

export async function countWaitingCalls(databaseUrl: string): Promise<number> {
  return (await listWaiting(databaseUrl)).filter((text) => !IS_WATCH.test(text)).length;
}
