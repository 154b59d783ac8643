import "server-only";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";
import { withTimeout } from "@/lib/platform/timeout";
import { MemoryStore } from "./memory-store";
import { connectStore, RedisStore } from "./redis-store";
import { type Decision, steadyNow, toClock, type Usage } from "./window";

const OPEN_MS = 2_000;
const PROBE_EVERY_MS = 1_000;
const LOG_EVERY_MS = 60_000;
const PROBE = "probe";

/** Counts in the shared store, or in this process during an outage, where it goes on from the store's last answers. */
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
      return await withTimeout(env().REDIS_TIMEOUT_MS, this.#shared.take(bucket, limit));
    } catch (error) {
      this.#standIn(error);
      return this.#memory.take(bucket, limit);
    }
  }

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

  /** `now` is the store's time. A late answer must not undo what this process counted. */
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
      if (this.#shared) await withTimeout(env().REDIS_TIMEOUT_MS, this.#shared.take(PROBE, 1));
      this.#isUnavailable = false;
      log().info("the store of the limits is back");
    } catch (error) {
      this.#standIn(error);
    }
  }
}

/** Removes the command that Upstash appends, which names the caller. */
function toReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split(", command was:")[0] ?? "";
}

const limiter = () => processSingleton("limiter", () => new Limiter());

/** Counts a request. Never rejects: without the store it counts in this process. */
export function takeRequest(bucket: string, limit: number): Promise<Decision> {
  return limiter().take(bucket, limit);
}

/** Connects before the first requests, which would otherwise use this process' quota. Never rejects. */
export const openLimiter = (): Promise<void> => limiter().open();

/** False where no shared store is set. */
export const isStoreUnavailable = (): boolean => limiter().isUnavailable;

export function closeLimiter(): void {
  limiter().close();
}
