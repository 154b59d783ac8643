import { outsideRequests } from "./process-singleton";

type RepeatOptions = {
  isNow?: boolean;
  /** Wait after a turn that failed; as after others where it is left out. */
  retryMs?: number;
  onFailure?: (error: unknown) => void;
};

/** Does the work again and again, the wait between the end of a turn and the next. Keeps no process alive. */
export function repeat(
  work: () => Promise<unknown>,
  everyMs: number,
  { isNow = false, retryMs = everyMs, onFailure = () => {} }: RepeatOptions = {},
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  const wait = (ms: number) => {
    if (!isEnded) timer = outsideRequests(() => setTimeout(run, ms).unref());
  };
  const run = () =>
    work().then(
      () => wait(everyMs),
      (error: unknown) => {
        onFailure(error);
        wait(retryMs);
      },
    );
  if (isNow) void run();
  else wait(everyMs);
  return () => {
    isEnded = true;
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
