import "server-only";
import { log } from "@/lib/platform/log";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";
import { withTimeout } from "@/lib/platform/timeout";
import { MemoryStore } from "./memory-store";
import { connectStore, RedisStore } from "./redis-store";
import type { Decision, Usage } from "./window";

const WAIT_MS = 300;
const PROBE_EVERY_MS = 1_000;
const LOG_EVERY_MS = 60_000;
const PROBE = "probe";

/**
 * Limits shared through a store while it answers, and counted in this process while it does not. What the
 * store said last is kept here, so that an outage gives nobody a new quota.
 */
class Limiter {
  readonly #memory = new MemoryStore();
  readonly #shared: RedisStore | null;
  #isAway = false;
  #loggedAt = Number.NEGATIVE_INFINITY;
  #probe: NodeJS.Timeout | null = null;

  constructor() {
    const connection = connectStore((error) => this.#standIn(error));
    this.#shared = connection && new RedisStore(connection, (bucket, usage) => this.#learn(bucket, usage));
  }

  takeAtOnce(bucket: string, limit: number): Decision | null {
    return this.#shared === null || this.#isAway ? this.#memory.take(bucket, limit) : null;
  }

  async take(bucket: string, limit: number): Promise<Decision> {
    if (this.#shared === null || this.#isAway) return this.#memory.take(bucket, limit);
    try {
      return await withTimeout(WAIT_MS, this.#shared.take(bucket, limit));
    } catch (error) {
      this.#standIn(error);
      return this.#memory.take(bucket, limit);
    }
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  close(): void {
    if (this.#probe) clearTimeout(this.#probe);
    this.#shared?.close();
  }

  /** An answer that comes too late must not undo what was counted here in its stead. */
  #learn(bucket: string, usage: Usage): void {
    if (!this.#isAway) this.#memory.keep(bucket, usage);
  }

  #standIn(error: unknown): void {
    this.#isAway = true;
    this.#probe ??= outsideRequests(() => setTimeout(() => void this.#tryAgain(), PROBE_EVERY_MS).unref());
    if (performance.now() - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = performance.now();
    log().warn({ error: toReason(error) }, "the store of the limits is away; each process counts by itself");
  }

  async #tryAgain(): Promise<void> {
    this.#probe = null;
    try {
      if (this.#shared) await withTimeout(WAIT_MS, this.#shared.take(PROBE, 1));
      this.#isAway = false;
      log().info("the store of the limits is back");
    } catch (error) {
      this.#standIn(error);
    }
  }
}

/** The message without what Upstash adds to it: the command, which names the caller. */
function toReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split(", command was:")[0] ?? "";
}

const limiter = () => processSingleton("limiter", () => new Limiter());

/**
 * Takes one request from the `limit` requests a window of `bucket`. Never rejects: without its store it
 * counts in this process.
 */
export function takeRequest(bucket: string, limit: number): Promise<Decision> {
  return limiter().take(bucket, limit);
}

/** The same without waiting; null, and nothing is taken, where the shared store has to be asked. */
export function takeRequestAtOnce(bucket: string, limit: number): Decision | null {
  return limiter().takeAtOnce(bucket, limit);
}

/** Whether a shared store is set and did not answer lately. */
export const isStoreUnavailable = (): boolean => limiter().isAway;

/** Ends the connection to the store, for a process that stops. */
export function closeLimiter(): void {
  limiter().close();
}
