import "server-only";
import { log } from "@/lib/platform/log";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";
import { withTimeout } from "@/lib/platform/timeout";
import { MemoryStore } from "./memory-store";
import { connectStore, RedisStore } from "./redis-store";
import { type Decision, steadyNow, toClock, type Usage } from "./window";

const WAIT_MS = 300;
/** Time for connecting, before the first request. */
const OPEN_MS = 2_000;
const PROBE_EVERY_MS = 1_000;
const LOG_EVERY_MS = 60_000;
const PROBE = "probe";

/**
 * Limits shared through a store while it answers, and counted in this process while it does not. The last answers of the
 * store are remembered here, so that an outage gives nobody a new quota.
 */
class Limiter {
  readonly #memory = new MemoryStore();
  readonly #shared: RedisStore | null;
  #isUnavailable = false;
  #loggedAt = Number.NEGATIVE_INFINITY;
  #probe: NodeJS.Timeout | null = null;

  constructor() {
    const connection = connectStore((error) => this.#standIn(error));
    this.#shared = connection && new RedisStore(connection, (bucket, usage, now) => this.#update(bucket, usage, now));
  }

  async take(bucket: string, limit: number): Promise<Decision> {
    if (this.#shared === null || this.#isUnavailable) return this.#memory.take(bucket, limit);
    try {
      return await withTimeout(WAIT_MS, this.#shared.take(bucket, limit));
    } catch (error) {
      this.#standIn(error);
      return this.#memory.take(bucket, limit);
    }
  }

  /** Connects to the store; counts in this process where it does not answer in time. */
  async open(): Promise<void> {
    if (this.#shared === null) return;
    try {
      await withTimeout(OPEN_MS, this.#shared.take(PROBE, 1));
    } catch (error) {
      this.#standIn(error);
    }
  }

  get isUnavailable(): boolean {
    return this.#isUnavailable;
  }

  close(): void {
    if (this.#probe) clearTimeout(this.#probe);
    this.#shared?.close();
  }

  /** `now`: time of the store. An answer that comes too late must not undo what was counted here in its stead. */
  #update(bucket: string, usage: Usage, now: number): void {
    if (!this.#isUnavailable) this.#memory.set(bucket, toClock(usage, steadyNow() - now));
  }

  #standIn(error: unknown): void {
    this.#isUnavailable = true;
    this.#probe ??= outsideRequests(() => setTimeout(() => void this.#tryAgain(), PROBE_EVERY_MS).unref());
    if (performance.now() - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = performance.now();
    log().warn({ error: toReason(error) }, "the store of the limits is away; each process counts by itself");
  }

  async #tryAgain(): Promise<void> {
    this.#probe = null;
    try {
      if (this.#shared) await withTimeout(WAIT_MS, this.#shared.take(PROBE, 1));
      this.#isUnavailable = false;
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
 * Takes one request from the `limit` requests a window of `bucket`. Never rejects: without the shared store it counts in
 * this process.
 */
export function takeRequest(bucket: string, limit: number): Promise<Decision> {
  return limiter().take(bucket, limit);
}

/**
 * Connects to the shared store, where one is set, so that the first requests are counted there; those that waited for the
 * connection would have a quota of this process first. Never rejects.
 */
export const openLimiter = (): Promise<void> => limiter().open();

/** Reports a shared store that is set and did not answer lately. */
export const isStoreUnavailable = (): boolean => limiter().isUnavailable;

/** Ends the connection to the store, for a process that stops. */
export function closeLimiter(): void {
  limiter().close();
}
