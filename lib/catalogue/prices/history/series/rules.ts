import type { BareRun } from "./schema";

/** Runs as they stood on a day, of those that began by then: one that was read again, or ended, later holds on it. */
export const holdAt = <T extends BareRun>(runs: readonly T[], day: string): T[] =>
  runs.map((run) => ({
    ...run,
    last_seen_on: run.last_seen_on < day ? run.last_seen_on : day,
    next_seen_on: run.next_seen_on !== null && run.next_seen_on <= day ? run.next_seen_on : null,
  }));

/** Day on which the price was seen to be no longer listed, after a run; null where another run follows, or nothing. */
export function endedAfter(runs: readonly BareRun[], at: number): string | null {
  const next = runs[at]?.next_seen_on ?? null;
  return next === runs[at + 1]?.first_seen_on ? null : next;
}
