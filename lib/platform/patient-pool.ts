import "server-only";
import { Pool, type PoolClient } from "pg";
import { isDatabaseUnresponsive } from "./database-health";

/** With the first, some ten seconds: who waits longer is told to come back. */
const ATTEMPTS = 5;
const TIMED_OUT = /timeout exceeded when trying to connect|connection timeout/;

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: (fault?: unknown) => void) => void;

/**
 * A pool that goes on connecting while the database is heard on other connections: on a machine that is busy, a new
 * connection takes longer than the time after which a database is usually unavailable. Everybody who waits for one
 * render would get that one connection's failure.
 */
export class PatientPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    const connecting = this.#connect(1);
    if (callback === undefined) return connecting;
    connecting.then(
      (client) => callback(undefined, client, (fault) => client.release(fault instanceof Error || fault === true)),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  async #connect(attempt: number): Promise<PoolClient> {
    try {
      return await super.connect();
    } catch (error) {
      const isTimeout = error instanceof Error && TIMED_OUT.test(error.message);
      if (!isTimeout || attempt === ATTEMPTS || isDatabaseUnresponsive()) throw error;
      return this.#connect(attempt + 1);
    }
  }
}
