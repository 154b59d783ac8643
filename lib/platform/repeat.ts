import { type NoticeKind, notices } from "./notices";
import { outsideRequests } from "./process-singleton";

type RepeatOptions = {
  isNow?: boolean;
  /** Ends the wait, but not that after a failure. What comes during a turn has another one follow. */
  wokenBy?: NoticeKind;
  /** Asked after a turn: milliseconds until the next one, where that is sooner. */
  untilDue?: () => Promise<number>;
  /** Wait after a turn that failed; as after others where it is left out. */
  retryMs?: number;
  onFailure?: (error: unknown) => void;
};

/** Does the work again and again, the wait between the end of a turn and the next. Keeps no process alive. */
export function repeat(
  work: () => Promise<unknown>,
  everyMs: number,
  { isNow = false, wokenBy, untilDue, retryMs = everyMs, onFailure = () => {} }: RepeatOptions = {},
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  /** A notice only ends a plain wait. */
  let isWaiting = false;
  let isWoken = false;
  const wait = (ms: number) => {
    if (!isEnded) timer = outsideRequests(() => setTimeout(run, ms).unref());
  };
  const run = async () => {
    isWaiting = false;
    isWoken = false;
    try {
      await work();
      const dueMs = untilDue === undefined ? everyMs : await untilDue();
      isWaiting = true;
      wait(isWoken ? 0 : Math.min(everyMs, dueMs));
    } catch (error) {
      onFailure(error);
      wait(retryMs);
    }
  };
  const wake = () => {
    isWoken = true;
    if (!isWaiting || isEnded) return;
    clearTimeout(timer);
    void run();
  };
  const endWaking = wokenBy === undefined ? () => {} : notices().subscribe(wokenBy, wake);
  if (isNow) void run();
  else {
    isWaiting = true;
    wait(everyMs);
  }
  return () => {
    isEnded = true;
    endWaking();
    clearTimeout(timer);
  };
}

/** As `repeat`; the function that ends it tells the work by `stopping`, and waits for the turn in hand. */
export function repeatUntilStopped(
  work: (stopping: AbortSignal) => Promise<unknown>,
  everyMs: number,
  options: RepeatOptions,
): () => Promise<void> {
  const stopping = new AbortController();
  let turn: Promise<unknown> = Promise.resolve();
  const end = repeat(
    () => {
      turn = work(stopping.signal);
      return turn;
    },
    everyMs,
    options,
  );
  return async () => {
    end();
    stopping.abort();
    await turn.catch(() => {});
  };
}
