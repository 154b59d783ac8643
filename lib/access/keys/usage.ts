import "server-only";
import { MS_PER_DAY } from "@/lib/contract/days";
import { currentTime } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { processSingleton } from "@/lib/platform/process-singleton";
import { repeat } from "@/lib/platform/repeat";

const FLUSH_EVERY_MS = 5_000;

/** `answered` includes 304; `errors` are all problems but the rate limit. */
type Outcome = "answered" | "limited" | "errors";
/** `day` counts whole days since 1970 (UTC). */
type Row = Record<Outcome, number> & { keyId: string; day: number; lastUsedAt: number };

class UsageCounter {
  #rows = new Map<string, Row>();
  #flushing: Promise<void> = Promise.resolve();
  readonly #endFlushing = repeat(() => this.flush(), FLUSH_EVERY_MS);

  count(keyId: string, outcome: Outcome, now = currentTime().getTime()): void {
    const row = this.#open(keyId, Math.floor(now / MS_PER_DAY));
    row[outcome] += 1;
    row.lastUsedAt = now;
  }

  /** Keeps counts that cannot be written for the next time. Never rejects. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  close(): Promise<void> {
    this.#endFlushing();
    return this.flush();
  }

  async #write(): Promise<void> {
    if (this.#rows.size === 0) return;
    const rows = [...this.#rows.values()];
    this.#rows = new Map();
    try {
      await writeUsage(rows);
    } catch (error) {
      for (const row of rows) this.#add(row);
      log().warn({ error: error instanceof Error ? error.name : "" }, "the usage of keys could not be written yet");
    }
  }

  #open(keyId: string, day: number): Row {
    const id = `${day} ${keyId}`;
    const known = this.#rows.get(id);
    if (known) return known;
    const row = { keyId, day, answered: 0, limited: 0, errors: 0, lastUsedAt: 0 };
    this.#rows.set(id, row);
    return row;
  }

  #add({ keyId, day, answered, limited, errors, lastUsedAt }: Row): void {
    const row = this.#open(keyId, day);
    row.answered += answered;
    row.limited += limited;
    row.errors += errors;
    row.lastUsedAt = Math.max(row.lastUsedAt, lastUsedAt);
  }
}

/** Writes in the order of the primary key, so that concurrent processes cannot deadlock. */
async function writeUsage(rows: Row[]): Promise<void> {
  const column = <K extends keyof Row>(name: K) => rows.map((row) => row[name]);
  const days = rows.map((row) => new Date(row.day * MS_PER_DAY).toISOString().slice(0, 10));
  const lastUsed = rows.map((row) => new Date(row.lastUsedAt).toISOString());
  await db().$transaction([
    db().$executeRaw`
      INSERT INTO api_key_usage AS stored (key_id, day, answered, limited, errors)
      SELECT added.* FROM unnest(${column("keyId")}::uuid[], ${days}::date[], ${column("answered")}::int[],
             ${column("limited")}::int[], ${column("errors")}::int[]) AS added (key_id, day, answered, limited, errors)
        JOIN api_key ON api_key.id = added.key_id
       ORDER BY added.key_id, added.day
          ON CONFLICT (key_id, day) DO UPDATE SET answered = stored.answered + excluded.answered,
             limited = stored.limited + excluded.limited, errors = stored.errors + excluded.errors`,
    db().$executeRaw`
      UPDATE api_key SET last_used_at = used.at
        FROM (SELECT id, max(at) AS at FROM unnest(${column("keyId")}::uuid[], ${lastUsed}::timestamptz[]) AS u (id, at)
               GROUP BY id) AS used
       WHERE api_key.id = used.id AND (last_used_at IS NULL OR last_used_at < used.at)`,
  ]);
}

const counter = () => processSingleton("key-usage", () => new UsageCounter());

export function countUse(keyId: string, status: number): void {
  counter().count(keyId, status === 429 ? "limited" : status < 400 ? "answered" : "errors");
}

export function closeUsage(): Promise<void> {
  return counter().close();
}
