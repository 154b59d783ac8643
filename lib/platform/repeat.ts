import { outsideRequests } from "./process-singleton";

/**
 * Runs work every `everyMs` milliseconds until the returned function is called, the first time after these, or with
 * `isNow` at once. Leaves a turn out while the one before is not done: what waits for a slow database must not take one
 * connection after another. Ignores failures, and keeps no process alive.
 */
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
