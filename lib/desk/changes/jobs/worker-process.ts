import "server-only";
import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ImportProgress } from "@/lib/import/report/result";
import { buildDir } from "@/lib/platform/build-dir";
import { processSingleton } from "@/lib/platform/process-singleton";

const BUILT = ".next/launcher/worker.mjs";
const MEMORY_MB = 1_024;
/** Starting one costs seconds of a processor, more than most files do. */
const KEPT_FOR_MS = 60_000;
/** After a file that took more, memory is given back by a new start. */
const KEPT_BELOW_BYTES = 300 * 1024 * 1024;

/** To the worker (server/worker.ts). */
export type WorkerTask = { id: number; folder: string };
/** `refusal`: why it was not published. */
export type WorkerOutcome =
  | { kind: "done" | "failed" | "timed out" | "disk full" }
  | { kind: "refused"; refusal: string };
/** From the worker. `memory`: bytes that it holds then. */
export type WorkerMessage = { progress: ImportProgress } | { outcome: WorkerOutcome; memory: number };

type Run = { signal: AbortSignal; timeoutMs: number; onProgress: (progress: ImportProgress) => void };

/** The process that works on change sets, one at a time. It is kept for the next one for a minute. */
class WorkerProcess {
  #idle: ChildProcess | null = null;
  #ending: NodeJS.Timeout | undefined;

  async run(task: WorkerTask, { signal, timeoutMs, onProgress }: Run): Promise<WorkerOutcome> {
    const child = this.#take();
    const kill = () => child.kill("SIGKILL");
    let isLate = false;
    const timeout = setTimeout(() => {
      isLate = true;
      kill();
    }, timeoutMs);
    signal.addEventListener("abort", kill, { once: true });
    try {
      return await new Promise((resolve) => {
        child.on("message", (message: WorkerMessage) => {
          if ("progress" in message) return onProgress(message.progress);
          if (message.memory > KEPT_BELOW_BYTES) kill();
          resolve(message.outcome);
        });
        child.once("exit", () => resolve({ kind: isLate ? "timed out" : "failed" }));
        child.send(task, () => {});
      });
    } finally {
      clearTimeout(timeout);
      signal.removeEventListener("abort", kill);
      child.removeAllListeners("message").removeAllListeners("exit");
      this.#keep(child);
    }
  }

  /** Ends the process that waits for work. One that works is ended by its signal. */
  end(): void {
    clearTimeout(this.#ending);
    this.#idle?.kill("SIGKILL");
    this.#idle = null;
  }

  #take(): ChildProcess {
    clearTimeout(this.#ending);
    const kept = this.#idle;
    this.#idle = null;
    return kept?.connected ? kept : start();
  }

  #keep(child: ChildProcess): void {
    if (child.killed || !child.connected) return;
    this.#idle = child;
    this.#ending = setTimeout(() => this.end(), KEPT_FOR_MS).unref();
  }
}

function start(): ChildProcess {
  const { path, execArgv } = findProgram();
  const child = fork(path, [], {
    execArgv: ["--conditions=react-server", `--max-old-space-size=${MEMORY_MB}`, ...execArgv],
  });
  // "exit" follows.
  child.on("error", () => {});
  return child;
}

/** `npm run build` makes it; whoever runs from the sources, or after `next build` alone, runs it from them. */
function findProgram(): { path: string; execArgv: string[] } {
  const built = join(buildDir(), BUILT);
  return process.execArgv.includes("tsx") || !existsSync(built)
    ? { path: "server/worker.ts", execArgv: ["--import", "tsx"] }
    : { path: built, execArgv: [] };
}

export const workerProcess = () => processSingleton("desk-worker", () => new WorkerProcess());
