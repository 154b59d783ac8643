/** Length of every limit's window. */
export const WINDOW_SECONDS = 60;
const WINDOW_MS = WINDOW_SECONDS * 1000;

/** Largest limit whose requests are recorded each with its own time; beyond it those of one second are one group. */
export const EXACT_LIMIT = 60;
export const GROUP_MS = 1_000;

/**
 * Admitted requests of the last window in groups, oldest first, as pairs of numbers: when the last request of a group
 * came (milliseconds of one clock that is never set back), and how many it has. At most some 120 numbers, however high
 * the limit.
 */
export type Usage = readonly number[];

export type Decision = {
  admitted: boolean;
  /** Requests a window. */
  limit: number;
  /** Requests left now. */
  remaining: number;
  /** Milliseconds until a request is admitted again, or while some remain, until there is one more. */
  resetInMs: number;
};

/**
 * A sliding window that never admits more than the limit in any 60 s. Up to EXACT_LIMIT it is exact; beyond, a group
 * counts until its last request has left, so a request may wait up to GROUP_MS longer than it had to.
 * The script of lib/access/limits/sliding-window makes the same decisions with the same arithmetic.
 */
export function takeOne(usage: Usage | undefined, limit: number, now: number): { admitted: boolean; usage: Usage } {
  const inside = dropOld(usage ?? [], now);
  if (countAll(inside) >= limit) return { admitted: false, usage: inside };
  return { admitted: true, usage: addOne(inside, limit, now) };
}

/** Describes a decision to the caller; `usage` is that after the decision. */
export function describe(usage: Usage, admitted: boolean, limit: number, now: number): Decision {
  const all = countAll(usage);
  // Requests that have to leave until one more is admitted; a limit that was lowered may take more than one.
  let excess = Math.max(1, all - limit + 1);
  let at = 0;
  while (at < usage.length && excess > (usage[at + 1] ?? 0)) {
    excess -= usage[at + 1] ?? 0;
    at += 2;
  }
  return { admitted, limit, remaining: Math.max(0, limit - all), resetInMs: (usage[at] ?? now) + WINDOW_MS - now };
}

/** Whole milliseconds of this process' clock that is never set back. */
export const steadyNow = (): number => Math.floor(performance.now());

/** Moves a usage to another clock, which is ahead by `aheadMs`. */
export function toClock(usage: Usage, aheadMs: number): Usage {
  return usage.map((value, at) => (at % 2 === 0 ? value + aheadMs : value));
}

function dropOld(usage: Usage, now: number): Usage {
  let at = 0;
  while (at < usage.length && (usage[at] ?? 0) <= now - WINDOW_MS) at += 2;
  return at === 0 ? usage : usage.slice(at);
}

function countAll(usage: Usage): number {
  let count = 0;
  for (let at = 1; at < usage.length; at += 2) count += usage[at] ?? 0;
  return count;
}

function addOne(usage: Usage, limit: number, now: number): Usage {
  const [last = Number.NEGATIVE_INFINITY, count = 0] = usage.slice(-2);
  const isSameGroup =
    last === now || (limit > EXACT_LIMIT && Math.floor(last / GROUP_MS) === Math.floor(now / GROUP_MS));
  return isSameGroup ? [...usage.slice(0, -2), now, count + 1] : [...usage, now, 1];
}
