import { type Decision, describe, steadyNow, takeOne, type Usage, WINDOW_SECONDS } from "./window";

/** Bound of the memory: 40 MB where each caller uses up a limit of 60. Beyond it, those admitted longest ago are forgotten. */
const MAX_BUCKETS = 100_000;

/**
 * The limiter within one process: exact, and bounded in memory. Callers stand in two generations; the
 * older one counts no more when a window has passed, and goes as a whole.
 */
export class MemoryStore {
  #young = new Map<string, Usage>();
  #old = new Map<string, Usage>();
  #turnedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly maxBuckets = MAX_BUCKETS) {}

  /** `now`: milliseconds of a clock that is never set back, as that of `set`. */
  take(bucket: string, limit: number, now = steadyNow()): Decision {
    const known = this.#young.get(bucket) ?? this.#old.get(bucket);
    const { admitted, usage } = takeOne(known, limit, now);
    if (admitted) this.set(bucket, usage, now);
    return describe(usage, admitted, limit, now);
  }

  /** Takes over the usage of a bucket from another store. */
  set(bucket: string, usage: Usage, now = steadyNow()): void {
    const isFull = this.#young.size >= this.maxBuckets / 2 && !this.#young.has(bucket);
    if (isFull || now - this.#turnedAt >= WINDOW_SECONDS * 1000) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#turnedAt = now;
    }
    this.#young.set(bucket, usage);
  }

  /** Callers in memory, those in both generations counted twice. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }
}
