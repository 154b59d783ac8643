import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { connectClient } from "./database-client";
import { env } from "./env";
import { outsideRequests, processSingleton } from "./process-singleton";
import { withTimeout } from "./timeout";

/** Names the rows that were written. Triggers of the database send it when the transaction commits, so that the work starts at once. */
export type NoticeKind = "version" | "report" | "mail" | "webhook";

/** Looks this often without a notice: the listener may be away just then, and a pooler that shares connections drops notices. */
export const LOOK_EVERY_MS = 15_000;

const CHANNEL = "price_atlas";
const CONNECT_AGAIN_MS = 1_000;
/** A connection that was lost without a word is found by a query. */
const CHECK_EVERY_MS = 15_000;
const CHECK_WITHIN_MS = 5_000;

/** Listens on one connection of this process, and connects again when it is lost. */
class Notices {
  readonly #wakes = new Map<string, Set<() => void>>();
  readonly #ending = new AbortController();

  /** Returns a function that ends it. */
  subscribe(notice: NoticeKind, wake: () => void): () => void {
    const wakes = this.#wakes.get(notice) ?? new Set();
    this.#wakes.set(notice, wakes.add(wake));
    return () => wakes.delete(wake);
  }

  start(): void {
    void outsideRequests(() => this.#run());
  }

  stop(): void {
    this.#ending.abort();
  }

  async #run(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      await this.#listen().catch(() => {});
      await sleep(CONNECT_AGAIN_MS, undefined, { ref: false, signal: this.#ending.signal }).catch(() => {});
    }
  }

  /** Returns or throws when the connection is lost. */
  async #listen(): Promise<void> {
    const client = await connectClient(env().DATABASE_URL, "notices");
    const lost = new AbortController();
    client.once("end", () => lost.abort());
    client.on("notification", ({ payload = "" }) => this.#wake(payload));
    const signal = AbortSignal.any([lost.signal, this.#ending.signal]);
    try {
      await client.query(`LISTEN ${CHANNEL}`);
      // Of what was written before, nothing was heard.
      for (const notice of this.#wakes.keys()) this.#wake(notice);
      while (!signal.aborted) {
        await sleep(CHECK_EVERY_MS, undefined, { ref: false, signal });
        await withTimeout(CHECK_WITHIN_MS, client.query("SELECT"));
      }
    } finally {
      // Not awaited, because a database that hangs does not answer.
      void client.end().catch(() => {});
    }
  }

  #wake(notice: string): void {
    for (const wake of this.#wakes.get(notice) ?? []) wake();
  }
}

export const notices = () => processSingleton("notices", () => new Notices());
