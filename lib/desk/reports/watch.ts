import "server-only";
import { MS_PER_DAY } from "@/lib/contract/days";
import { currentTime } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";
import { LOOK_EVERY_MS } from "@/lib/platform/notices";
import { processSingleton } from "@/lib/platform/process-singleton";
import { repeat } from "@/lib/platform/repeat";
import { TOLD_DAYS } from "./schema";

const AGAIN_MS = 1_000;

type Changed = { product: string; country: string; at: string };

/** Versions of the reports on each page, for cache keys. */
class ReportWatch {
  readonly #stamps = new Map<string, string>();
  #newest: string | null = null;
  #end: (() => void) | null = null;

  /** Empty without reports. */
  stampOf(path: string): string {
    return this.#stamps.get(path) ?? "";
  }

  start(): void {
    this.#end ??= repeat(() => this.look(), LOOK_EVERY_MS, {
      isNow: true,
      wokenBy: "report",
      retryMs: AGAIN_MS,
    });
  }

  stop(): void {
    this.#end?.();
  }

  async look(): Promise<void> {
    const { rows } = await pool().query<Changed>(
      `SELECT s.product, s.country, r.changed_at::text AS at FROM price_report r JOIN series s ON s.id = r.series_id
       WHERE r.changed_at > coalesce($1::timestamptz, $2) ORDER BY r.changed_at`,
      [this.#newest, new Date(currentTime().getTime() - TOLD_DAYS * MS_PER_DAY)],
    );
    for (const { product, country, at } of rows) {
      this.#stamps.set(`/services/${product}`, at);
      this.#stamps.set(`/countries/${country}`, at);
      this.#newest = at;
    }
  }
}

export const reportWatch = () => processSingleton("report-watch", () => new ReportWatch());
