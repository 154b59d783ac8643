import "server-only";
import { MS_PER_DAY } from "@/lib/contract/days";
import { clockDay, currentTime } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { processSingleton } from "@/lib/platform/process-singleton";
import { repeat } from "@/lib/platform/repeat";
import { readProducts } from "./use-rules";

const FLUSH_EVERY_MS = 5_000;
/** Limits memory; further names are not counted. */
const MAX_NAMES = 5_000;
const KEPT_DAYS = 60;

class ProductUseCounter {
  #counts = new Map<string, number>();
  #erasedOn = "";
  readonly #endFlushing = repeat(() => this.flush(), FLUSH_EVERY_MS);

  count(url: string): void {
    for (const product of readProducts(url)) {
      const known = this.#counts.get(product);
      if (known !== undefined || this.#counts.size < MAX_NAMES) this.#counts.set(product, (known ?? 0) + 1);
    }
  }

  /** A failed write loses counts, which only order a queue. */
  async flush(): Promise<void> {
    if (this.#counts.size === 0) return;
    const counts = this.#counts;
    this.#counts = new Map();
    const today = clockDay();
    try {
      await pool().query(
        `INSERT INTO product_use AS stored (product, day, requests)
         SELECT slug, $1::date, n FROM unnest($2::text[], $3::int[]) AS counted (slug, n)
         WHERE slug IN (SELECT slug FROM product_entry WHERE superseded_in IS NULL) ORDER BY slug
         ON CONFLICT (product, day) DO UPDATE SET requests = stored.requests + excluded.requests`,
        [today, [...counts.keys()], [...counts.values()]],
      );
      if (this.#erasedOn === today) return;
      this.#erasedOn = today;
      const oldest = new Date(currentTime().getTime() - KEPT_DAYS * MS_PER_DAY).toISOString().slice(0, 10);
      await pool().query("DELETE FROM product_use WHERE day < $1::date", [oldest]);
    } catch (error) {
      log().warn({ error: error instanceof Error ? error.name : "" }, "the use of products could not be written");
    }
  }

  close(): Promise<void> {
    this.#endFlushing();
    return this.flush();
  }
}

export const productUse = () => processSingleton("product-use", () => new ProductUseCounter());
