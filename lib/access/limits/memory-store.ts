import { type Decision, describe, steadyNow, takeOne, type Usage, WINDOW_SECONDS } from "./window";

/** Limits memory to 40 MB with 60 requests a caller. Beyond it the oldest callers are forgotten. */
const MAX_BUCKETS = 100_000;

/** Bounds memory: the older of two generations is dropped once a window has passed. */
export class MemoryStore {
  #young = new Map<string, Usage>();
  #old = new Map<string, Usage>();
  #turnedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly maxBuckets = MAX_BUCKETS) {}

  /** `now`: milliseconds of a monotonic clock, the same as for `set`. */
  take(bucket: string, limit: number, now = steadyNow()): Decision {
    const known = this.#young.get(bucket) ?? this.#old.get(bucket);
    const { admitted, usage } = takeOne(known, limit, now);
    if (admitted) this.set(bucket, usage, now);
    return describe(usage, admitted, limit, now);
  }

  set(bucket: string, usage: Usage, now = steadyNow()): void {
    const isFull = this.#young.size >= this.maxBuckets / 2 && !this.#young.has(bucket);
    if (isFull || now - this.#turnedAt >= WINDOW_SECONDS * 1000) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#turnedAt = now;
    }
    this.#young.set(bucket, usage);
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }
}
