import "server-only";
import { Pool, type PoolClient, type PoolConfig } from "pg";
import { isDatabaseUnresponsive } from "./database-health";

/** Five attempts take some ten seconds; after that the request fails with 503. */
const ATTEMPTS = 5;
const TIMED_OUT = /timeout exceeded when trying to connect|connection timeout/;

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: (fault?: unknown) => void) => void;

/**
 * Pool that retries a timed-out connect while the database still answers on other connections. On a busy machine a new
 * connection takes longer than the time after which a database is usually called unavailable; without retries, every
 * caller who waits for a shared render would get that one failure. Who waits because all connections are open and in use
 * is refused at the first time-out.
 */
export class RetryingPool extends Pool {
  /** Connections that are open; the pool counts those that are being opened, too. */
  #open = 0;

  constructor(config: PoolConfig) {
    super(config);
    this.on("connect", (client) => {
      this.#open += 1;
      client.once("end", () => {
        this.#open -= 1;
      });
    });
  }

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
      const isFull = this.#open >= this.options.max;
      if (!isTimeout || isFull || attempt === ATTEMPTS || isDatabaseUnresponsive()) throw error;
      return this.#connect(attempt + 1);
    }
  }
}
