import "server-only";
import type { ImportProgress } from "@/lib/import/report/result";
import { log } from "@/lib/platform/log";
import { processSingleton } from "@/lib/platform/process-singleton";

/** `rows`: read so far; `share`: 0 to 1. */
export type JobProgress = { phase: "queued" | ImportProgress["phase"]; rows: number; share: number };

type Work = (id: number, onProgress: (progress: ImportProgress) => void) => Promise<void>;

/** One change set at a time: the import's lock allows no more. */
class Jobs {
  readonly #running = new Map<number, JobProgress>();
  #work: Work | null = null;
  #last: Promise<void> = Promise.resolve();

  /** Called once, before requests arrive. */
  connect(work: Work): void {
    this.#work = work;
  }

  progressOf(id: number): JobProgress | null {
    return this.#running.get(id) ?? null;
  }

  start(id: number): Promise<void> {
    if (this.#running.has(id)) return this.#last;
    this.#running.set(id, { phase: "queued", rows: 0, share: 0 });
    this.#last = this.#last.then(() => this.#run(id));
    return this.#last;
  }

  idle(): Promise<void> {
    return this.#last;
  }

  async #run(id: number): Promise<void> {
    try {
      await this.#work?.(id, ({ phase, rows, bytes, totalBytes }) => {
        this.#running.set(id, { phase, rows, share: totalBytes === 0 ? 0 : bytes / totalBytes });
      });
    } catch (error) {
      log().error(
        { error: error instanceof Error ? error.message : "", changeSet: id },
        "a change set was not worked on",
      );
    } finally {
      this.#running.delete(id);
    }
  }
}

export const jobs = () => processSingleton("desk-jobs", () => new Jobs());
