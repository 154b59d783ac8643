import "server-only";
import type { Client } from "pg";
import { LOCKS } from "./advisory-locks";
import { connectClient } from "./database-client";
import { env } from "./env";

/** Works while this process holds the lock; null where another one does. `purpose` names the connection. Throws errors of pg. */
export async function workAlone<T>(
  lock: keyof typeof LOCKS,
  purpose: string,
  work: (client: Client) => Promise<T>,
): Promise<T | null> {
  const client = await connectClient(env().DATABASE_URL, purpose);
  try {
    const { rows } = await client.query<{ held: boolean }>("SELECT pg_try_advisory_lock($1) AS held", [LOCKS[lock]]);
    return rows[0]?.held === true ? await work(client) : null;
  } finally {
    // Ends the lock too.
    await client.end();
  }
}
