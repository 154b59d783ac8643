/** Length of every limit's window. */
export const WINDOW_SECONDS = 60;
const WINDOW_MS = WINDOW_SECONDS * 1000;

/** Admitted requests of one window, which begins with its first request. Times in Unix milliseconds. */
type Window = { count: number; first: number; last: number };

/** All that is kept of a caller: the running window, and the one before it. */
export type Usage = { previous: Window; current: Window };

export type Decision = {
  admitted: boolean;
  /** Requests a window. */
  limit: number;
  /** Requests left now. */
  remaining: number;
  /** Unix milliseconds: when a request is admitted again, or while some remain, when the running window ends. */
  resetAt: number;
};

const NONE: Window = { count: 0, first: 0, last: 0 };
const UNUSED: Usage = { previous: NONE, current: NONE };

/**
 * A sliding window over constant memory. Requests of the running window are counted exactly; of the previous
 * window, which began with a request that has left by now, the others are taken as evenly spread up to its
 * last one, and rounded up. A burst is therefore exact wherever it falls, and nobody waits longer than a window.
 * The script of lib/limits/sliding-window makes the same decisions with the same arithmetic.
 */
export function takeOne(usage: Usage | undefined, limit: number, now: number): { admitted: boolean; usage: Usage } {
  const { previous, current } = roll(usage ?? UNUSED, now);
  if (countInside(previous, now) + current.count >= limit) return { admitted: false, usage: { previous, current } };
  const { count, first, last } = current;
  const grown = { count: count + 1, first: count === 0 ? now : first, last: Math.max(last, now) };
  return { admitted: true, usage: { previous, current: grown } };
}

/** What a decision means to the caller; `usage` as it is after the decision. */
export function describe(usage: Usage, admitted: boolean, limit: number, now: number): Decision {
  const remaining = Math.max(0, limit - countInside(usage.previous, now) - usage.current.count);
  const resetAt = remaining > 0 ? usage.current.first + WINDOW_MS : nextAdmissionAt(usage, limit);
  return { admitted, limit, remaining, resetAt };
}

function roll(usage: Usage, now: number): Usage {
  return now >= usage.current.first + WINDOW_MS ? { previous: usage.current, current: NONE } : usage;
}

/** Requests of an ended window that are younger than one window. */
function countInside({ count, first, last }: Window, now: number): number {
  const reach = last - (now - WINDOW_MS);
  return count > 1 && reach > 0 ? Math.min(count, Math.ceil(((count - 1) * reach) / (last - first))) : 0;
}

function nextAdmissionAt({ previous, current }: Usage, limit: number): number {
  const free = limit - 1 - current.count;
  return free >= 0
    ? insideAtMostAt(previous, free)
    : Math.max(current.first + WINDOW_MS, insideAtMostAt(current, limit - 1));
}

/** The first millisecond at which countInside is at most `count`. */
function insideAtMostAt(window: Window, count: number): number {
  const others = window.count - 1;
  const early = others > 0 ? Math.floor((count * (window.last - window.first)) / others) : 0;
  return window.last + WINDOW_MS - early;
}
