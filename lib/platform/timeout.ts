import { setTimeout as sleep } from "node:timers/promises";

const STEP_MS = 50;

/** Counts in steps of 50 ms, without time in which the event loop is blocked, because nothing can arrive then. */
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

/** Returns null after `waitMs`; the work goes on. */
export function waitAtMost<T>(waitMs: number, work: Promise<T>): Promise<T | null> {
  const waited = new AbortController();
  const late = sleep(waitMs, null, { signal: waited.signal, ref: false }).catch(() => null);
  return Promise.race([work, late]).finally(() => waited.abort());
}
