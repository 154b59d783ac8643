import { formatDay } from "@/lib/text/format";
import { formatInstant } from "@/lib/text/format-instant";
import { countNoun } from "@/lib/text/words";
import { findNextAttempt, isApproved } from "./rules";
import type { FeedState } from "./schema";

/**
 * What became of the last attempt, in one sentence: it failed, we did not ask, or the publisher has nothing newer. Of a source
 * that is on time, when it was asked.
 */
export function writeLastReading(feed: FeedState, isScheduled: boolean): string {
  const { failure, failures, pausedAt, askedAt, nextDueOn, newestOn, missed, autoPublish, ended } = feed;
  if (!isApproved(feed)) return "Added; its address waits for a second owner.";
  if (pausedAt !== null) return `Paused since ${formatInstant(pausedAt)} UTC: we do not ask.`;
  if (failure !== null) {
    const next = isScheduled ? ` Next at ${formatInstant(findNextAttempt(feed))} UTC.` : "";
    return `It failed, ${countNoun(failures, "attempt", "attempts")} in a row: ${failure}.${next}`;
  }
  if (askedAt === null) return "We did not ask yet.";
  const asked = `${formatInstant(askedAt)} UTC`;
  if (missed > 0 && askedAt.toISOString().slice(0, 10) < nextDueOn)
    return `We did not ask since ${asked}, and newer readings were due on ${formatDay(nextDueOn)}.`;
  if (missed > 0 && ended !== null)
    return `Asked ${asked}: the publisher has nothing newer than change set ${ended.changeSetId}, which was ${ended.how} here.`;
  if (missed > 0 && newestOn !== null)
    return `Asked ${asked}: the publisher has nothing newer than ${formatDay(newestOn)}, or too little of it.`;
  return `Asked ${asked}${autoPublish ? "; publishes itself when nothing is out of bounds" : ""}.`;
}
