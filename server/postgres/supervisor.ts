import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";

/** Receives events of a restarted server, for the log. */
export type Report = (message: string, facts?: Record<string, string | number>) => void;

const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 10_000;
/** A server that ran for this long did not end because of its last start. */
const CALM_MS = 60_000;

/**
 * Restarts an embedded server while this process lives: when the connection that represents this process is lost,
 * immediately at first, then after waits that double up to 10 s.
 */
export class Supervisor {
  readonly #closing = new AbortController();
  #presence: Client;
  #restarting: Promise<void> = Promise.resolve();
  #attempts = 0;
  #startedAtMs = performance.now();

  /** `reconnect` starts the server if needed and returns a new connection; rejects when that fails. */
  constructor(
    presence: Client,
    private readonly reconnect: () => Promise<Client>,
    private readonly report: Report,
  ) {
    this.#presence = presence;
    this.#follow();
  }

  /** Stops restarting. Returns the current connection, which may be lost. */
  async close(): Promise<Client> {
    this.#closing.abort();
    await this.#restarting;
    return this.#presence;
  }

  #follow(): void {
    this.#presence.once("end", () => {
      if (!this.#closing.signal.aborted) this.#restarting = this.#restart();
    });
  }

  async #restart(): Promise<void> {
    const { signal } = this.#closing;
    if (performance.now() - this.#startedAtMs > CALM_MS) this.#attempts = 0;
    this.report("the embedded database was lost");
    for (;;) {
      const waitMs = Math.min(FIRST_WAIT_MS * 2 ** this.#attempts, MAX_WAIT_MS);
      await sleep(waitMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      this.#attempts += 1;
      try {
        this.#presence = await this.reconnect();
        break;
      } catch (error) {
        this.report("the embedded database does not start", {
          attempt: this.#attempts,
          error: error instanceof Error ? error.message : String(error),
        });
      }
    }
    this.#startedAtMs = performance.now();
    this.#follow();
    this.report("the embedded database is back", { attempts: this.#attempts });
  }
}
