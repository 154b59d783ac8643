const STEP_MS = 50;

/**
 * What `work` comes to, or a rejection once `waitMs` have passed without. The time is counted in steps: while
 * the event loop of this process stands still, nothing can arrive, and nobody else is to blame for that.
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
