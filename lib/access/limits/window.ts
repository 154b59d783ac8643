export const WINDOW_SECONDS = 60;
const WINDOW_MS = WINDOW_SECONDS * 1000;

/** Largest limit that records each request's time; above it, requests are grouped by second. */
export const EXACT_LIMIT = 60;
export const GROUP_MS = 1_000;

/**
 * Pairs, oldest first: time of a group's last request (milliseconds of a monotonic clock) and count. At most about
 * 120 numbers.
 */
export type Usage = readonly number[];

export type Decision = {
  admitted: boolean;
  limit: number;
  remaining: number;
  /** Milliseconds until a request is admitted again or, while some remain, until one more is. */
  resetInMs: number;
};

/**
 * Never exceeds the limit in 60 s; above EXACT_LIMIT a request may wait GROUP_MS too long.
 * lib/access/limits/sliding-window must do the same arithmetic.
 */
export function takeOne(usage: Usage | undefined, limit: number, now: number): { admitted: boolean; usage: Usage } {
  const inside = dropOld(usage ?? [], now);
  if (countAll(inside) >= limit) return { admitted: false, usage: inside };
  return { admitted: true, usage: addOne(inside, limit, now) };
}

export function describe(usage: Usage, admitted: boolean, limit: number, now: number): Decision {
  const all = countAll(usage);
  // More than one must leave when a limit was lowered.
  let excess = Math.max(1, all - limit + 1);
  let at = 0;
  while (at < usage.length && excess > (usage[at + 1] ?? 0)) {
    excess -= usage[at + 1] ?? 0;
    at += 2;
  }
  return { admitted, limit, remaining: Math.max(0, limit - all), resetInMs: (usage[at] ?? now) + WINDOW_MS - now };
}

/** Milliseconds of a monotonic clock. */
export const steadyNow = (): number => Math.floor(performance.now());

/** Converts times to a clock that is ahead by `aheadMs`. */
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
