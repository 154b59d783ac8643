import "server-only";
import type { ImportProgress } from "@/lib/import/report/result";
import { log } from "@/lib/platform/log";
import { processSingleton } from "@/lib/platform/process-singleton";
import { workApart } from "./work-apart";
import { workerProcess } from "./worker-process";

/** `rows`: read so far; `share`: 0 to 1. */
export type JobProgress = { phase: "queued" | ImportProgress["phase"]; rows: number; share: number };

const QUEUED: JobProgress = { phase: "queued", rows: 0, share: 0 };

/** One change set at a time: the import's lock allows no more. */
class Jobs {
  readonly #queued = new Set<number>();
  readonly #closing = new AbortController();
  #running: { id: number; progress: JobProgress } | null = null;
  #last: Promise<void> = Promise.resolve();

  progressOf(id: number): JobProgress | null {
    if (this.#running?.id === id) return this.#running.progress;
    return this.#queued.has(id) ? QUEUED : null;
  }

  /** One that is being worked on is looked at once more afterwards. */
  start(id: number): Promise<void> {
    if (!this.#queued.has(id)) {
      this.#queued.add(id);
      this.#last = this.#last.then(() => this.#run(id));
    }
    return this.#last;
  }

  /** Ends what runs, which the next start takes up again, and begins nothing more. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#last;
    workerProcess().end();
  }

  async #run(id: number): Promise<void> {
    this.#queued.delete(id);
    this.#running = { id, progress: QUEUED };
    try {
      await workApart(id, this.#closing.signal, ({ phase, rows, bytes, totalBytes }) => {
        this.#running = { id, progress: { phase, rows, share: totalBytes === 0 ? 0 : bytes / totalBytes } };
      });
    } catch (error) {
      log().error(
        { error: error instanceof Error ? error.message : "", changeSet: id },
        "a change set was not worked on",
      );
    } finally {
      this.#running = null;
    }
  }
}

export const jobs = () => processSingleton("desk-jobs", () => new Jobs());
