import { setTimeout as sleep } from "node:timers/promises";

const STEP_MS = 50;

/**
 * Resolves or rejects as `work` does, and rejects after `waitMs`. Counts time in steps of 50 ms, so that time in which
 * this process' event loop stands still does not count: nothing can arrive then.
 */
export function withTimeout<T>(waitMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let left = waitMs;
    const wait = () => {
      left -= STEP_MS;
      timer = left > 0 ? setTimeout(wait, STEP_MS) : setTimeout(giveUp, STEP_MS);
    };
    const giveUp = () => reject(new Error(`no answer within ${waitMs} ms`));
    let timer = setTimeout(wait, STEP_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The result of work, or null where it takes longer than `waitMs`; the work goes on. Rejects as `work` does before. */
export function waitAtMost<T>(waitMs: number, work: Promise<T>): Promise<T | null> {
  const waited = new AbortController();
  const late = sleep(waitMs, null, { signal: waited.signal, ref: false }).catch(() => null);
  return Promise.race([work, late]).finally(() => waited.abort());
}
