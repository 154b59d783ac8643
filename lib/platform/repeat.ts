import { outsideRequests } from "./process-singleton";

/** Skips a turn while the previous one runs. Ignores failures, and keeps no process alive. */
export function repeat(work: () => Promise<unknown>, everyMs: number, { isNow = false } = {}): () => void {
  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    await work().catch(() => {});
    isRunning = false;
  };
  if (isNow) void run();
  const timer = outsideRequests(() => setInterval(() => void run(), everyMs).unref());
  return () => clearInterval(timer);
}
