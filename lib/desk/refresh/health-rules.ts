import { countNoun } from "@/lib/text/words";
import { findNextAttempt } from "./rules";
import type { FeedHealth } from "./schema";

/** Late or silent: somebody has to look. */
export const isBehind = ({ status }: Pick<FeedHealth, "status">): boolean => status === "late" || status === "silent";

/** One line a source: whether it is on time, when it was read, how old its prices are, what failed, and when it is tried next. */
export function writeHealth({ id, status, lastReadOn, missed, ages, failure, failures, ...due }: FeedHealth): string {
  const read = lastReadOn === null ? "never read" : `half read by ${lastReadOn}`;
  return [
    `${id}: ${status ?? "not read yet"}`,
    `${read}, ${missed === 0 ? "nothing missed" : `${countNoun(missed, "reading", "readings")} missed`}`,
    ...(ages === null
      ? []
      : [`${ages.prices} prices, ${ages.young}, ${ages.middle} and ${ages.old} days old (10%, 50%, 90%)`]),
    ...(failure === null ? [] : [`failed ${failures === 1 ? "once" : `${failures} times`}: ${failure}`]),
    `next due ${findNextAttempt(due).toISOString().slice(0, 10)}`,
  ].join("; ");
}
