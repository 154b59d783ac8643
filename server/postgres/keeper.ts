import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";

/** Is told what happens to a server that is kept running, for the log. */
export type Tell = (message: string, facts?: Record<string, string | number>) => void;

const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 10_000;
/** Who ran for so long has not ended because of the last start. */
const CALM_MS = 60_000;

/**
 * Keeps an embedded server running: when the connection that stands for this process in it is lost, it is brought back,
 * at once at first, then after waits that double up to 10 s, for as long as this process lives.
 */
export class Keeper {
  readonly #closing = new AbortController();
  #presence: Client;
  #returning: Promise<void> = Promise.resolve();
  #attempts = 0;
  #backAtMs = performance.now();

  /** `enterAgain` starts the server where it does not run, and rejects when that fails. */
  constructor(
    presence: Client,
    private readonly enterAgain: () => Promise<Client>,
    private readonly tell: Tell,
  ) {
    this.#presence = presence;
    this.#follow();
  }

  /** Lets the server end from now on. Returns the connection, which may be lost. */
  async close(): Promise<Client> {
    this.#closing.abort();
    await this.#returning;
    return this.#presence;
  }

  #follow(): void {
    this.#presence.once("end", () => {
      if (!this.#closing.signal.aborted) this.#returning = this.#comeBack();
    });
  }

  async #comeBack(): Promise<void> {
    const { signal } = this.#closing;
    if (performance.now() - this.#backAtMs > CALM_MS) this.#attempts = 0;
    this.tell("the embedded database was lost");
    for (;;) {
      const waitMs = Math.min(FIRST_WAIT_MS * 2 ** this.#attempts, MAX_WAIT_MS);
      await sleep(waitMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      this.#attempts += 1;
      try {
        this.#presence = await this.enterAgain();
        break;
      } catch (error) {
        this.tell("the embedded database does not start", {
          attempt: this.#attempts,
          error: error instanceof Error ? error.message : String(error),
        });
      }
    }
    this.#backAtMs = performance.now();
    this.#follow();
    this.tell("the embedded database is back", { attempts: this.#attempts });
  }
}
