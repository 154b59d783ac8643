import { findNextAttempt } from "@/lib/desk/refresh/rules";
import type { FeedHealth } from "@/lib/desk/refresh/schema";
import { daysBetween, formatCount, formatDay } from "@/lib/text/format";
import { countNoun } from "@/lib/text/words";

/** Late or silent: somebody has to look. */
export const isBehind = ({ status }: Pick<FeedHealth, "status">): boolean => status === "late" || status === "silent";

/** Rows of the last reading against those before, ages of the prices, and what was changed last. */
export function describeReading({ rows, ages, changed }: Pick<FeedHealth, "rows" | "ages" | "changed">): string[] {
  return [
    ...(rows === null ? [] : [describeRows(rows)]),
    ...(ages === null
      ? []
      : [`${formatCount(ages.prices)} prices, ${ages.young}, ${ages.middle} and ${ages.old} days old (10%, 50%, 90%)`]),
    ...(changed === null ? [] : [describeChanged(changed)]),
  ];
}

const describeRows = ({ on, read, expected }: NonNullable<FeedHealth["rows"]>): string =>
  expected === null
    ? `${formatCount(read)} rows read on ${formatDay(on)}, for the first time`
    : `${formatCount(read)} rows read on ${formatDay(on)}, ${formatCount(expected)} expected`;

function describeChanged({ on, added, changed, confirmed, changeSetId }: NonNullable<FeedHealth["changed"]>): string {
  const counts = [
    `${formatCount(added)} added`,
    `${formatCount(changed)} changed`,
    `${formatCount(confirmed)} confirmed`,
  ];
  return `published last on ${formatDay(on)}: ${counts.join(", ")} (change set ${changeSetId})`;
}

/** One line a source: whether it is on time, when it was read, how old its prices are, what failed, and when it is tried next. */
export function writeHealth(source: FeedHealth): string {
  const { id, status, lastReadOn, missed, failure, failures, pausedAt } = source;
  if (pausedAt !== null) return `${id}: paused since ${pausedAt.toISOString().slice(0, 10)}, so it is not asked`;
  const read = lastReadOn === null ? "never read" : `half read by ${lastReadOn}`;
  return [
    `${id}: ${status ?? "not read yet"}`,
    `${read}, ${missed === 0 ? "nothing missed" : `${countNoun(missed, "reading", "readings")} missed`}`,
    ...describeReading(source),
    ...(failure === null ? [] : [`failed ${failures === 1 ? "once" : `${failures} times`}: ${failure}`]),
    `next due ${findNextAttempt(source).toISOString().slice(0, 10)}`,
  ].join("; ");
}

/** How old the data are, and what to do about it. Days are YYYY-MM-DD; `reads`: null while no owner was asked. */
export function writeDataAge(
  days: { newest: string; middle: string | null },
  today: string,
  reads: boolean | null,
): string {
  const ageOf = (day: string) => countNoun(daysBetween(day, today), "day", "days");
  const middle = days.middle === null ? "" : `, half of the prices before ${ageOf(days.middle)}`;
  return `The newest price was read ${ageOf(days.newest)} ago${middle}. ${ADVICE[String(reads) as keyof typeof ADVICE]}`;
}

const ADVICE = {
  true: "Sources that are due are read by this server; npm run data:refresh -- --report says how each stands.",
  false:
    "npm run data:refresh reads the sources that are due; this server does where REFRESH is 1 or, unset, an owner says so at /admin/desk.",
  null: "npm run data:refresh reads the sources that are due; whether this server does by itself, an owner is asked at /admin/desk.",
} as const;
