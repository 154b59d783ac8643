import { type Decision, describe, isOver, takeOne, type Usage } from "./window";

/** Some 20 MB. Beyond it, the caller who was admitted longest ago is forgotten. */
const MAX_BUCKETS = 100_000;

/** The limiter within one process: exact, and bounded in memory. */
export class MemoryStore {
  /** In the order of the last admission, so that what is over stands in front. */
  readonly #buckets = new Map<string, Usage>();

  constructor(private readonly maxBuckets = MAX_BUCKETS) {}

  take(bucket: string, limit: number, now = Date.now()): Decision {
    const { admitted, usage } = takeOne(this.#buckets.get(bucket), limit, now);
    if (admitted) this.keep(bucket, usage, now);
    return describe(usage, admitted, limit, now);
  }

  /** Takes over what another store knows of a bucket. */
  keep(bucket: string, usage: Usage, now = Date.now()): void {
    this.#buckets.delete(bucket);
    this.#buckets.set(bucket, usage);
    // Two for each that is added: the rest of a flood goes away with the traffic after it.
    for (let removed = 0; removed < 2; removed++) {
      const oldest = this.#buckets.entries().next().value;
      if (!oldest || (this.#buckets.size <= this.maxBuckets && !isOver(oldest[1], now))) return;
      this.#buckets.delete(oldest[0]);
    }
  }

  get size(): number {
    return this.#buckets.size;
  }
}
