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
