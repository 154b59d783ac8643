/** Length of every limit's window. */
export const WINDOW_SECONDS = 60;
const WINDOW_MS = WINDOW_SECONDS * 1000;

/** So far the clocks of processes may be apart. One that stands further back was set back. */
export const MAX_SKEW_MS = 2_000;

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
 * Where the clock was set back, the windows move with it: nobody waits until it has caught up, and nobody gets a
 * second limit. Such a usage has to be kept even when it is a refusal.
 * The script of lib/limits/sliding-window makes the same decisions with the same arithmetic.
 */
export function takeOne(usage: Usage | undefined, limit: number, now: number): { admitted: boolean; usage: Usage } {
  const { previous, current } = roll(rebase(usage ?? UNUSED, now), now);
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

/** Whether the clock was set back since this usage was written. */
export function isSetBack({ previous, current }: Usage, now: number): boolean {
  return Math.max(previous.last, current.last) - now > MAX_SKEW_MS;
}

function rebase(usage: Usage, now: number): Usage {
  if (!isSetBack(usage, now)) return usage;
  const ahead = Math.max(usage.previous.last, usage.current.last) - now;
  const move = (window: Window): Window =>
    window.count === 0 ? window : { ...window, first: window.first - ahead, last: window.last - ahead };
  return { previous: move(usage.previous), current: move(usage.current) };
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
