import type { StatusKind } from "@/components/ui/status";
import { DESK_SOURCE } from "@/lib/dataset/rules";
import { canLeaveOut, isAuthor, sumCounts } from "@/lib/desk/changes/rules";
import type { ChangeSetFacts, Preview } from "@/lib/desk/changes/schema";
import { capitalize, countNoun, joinWords } from "@/lib/text/words";

export const STATE_NAMES: Readonly<Record<ChangeSetFacts["state"], string>> = {
  draft: "Draft",
  waiting: "Waits for approval",
  approved: "Is being published",
  published: "Published",
  withdrawn: "Withdrawn",
};

const STATE_KINDS: Readonly<Record<ChangeSetFacts["state"], StatusKind>> = {
  draft: "expired",
  waiting: "expiring",
  approved: "rotating",
  published: "active",
  withdrawn: "revoked",
};

/** A draft that is being checked says so. */
export const toStatus = ({ state, begunAt }: Pick<ChangeSetFacts, "state" | "begunAt">) =>
  state === "draft" && begunAt !== null
    ? ({ kind: STATE_KINDS.approved, word: "Is being checked" } as const)
    : { kind: STATE_KINDS[state], word: STATE_NAMES[state] };

export const ORIGIN_NAMES: Readonly<Record<ChangeSetFacts["origin"], string>> = {
  upload: "Upload",
  desk: "Readings of the desk",
  refresh: "Source that refreshes itself",
  collect: "Sent with a key",
  revert: "Taking back",
  command: "Command line",
};

type Titled = Pick<ChangeSetFacts, "state" | "preview" | "title" | "origin">;

export function writeChangeSetFinding({ preview, title, origin }: Titled): string {
  if (preview === null) return title;
  if (preview.faults.count > 0) return writeFaultFinding(preview);
  const { rateMoves } = preview;
  const free = rateMoves.count - rateMoves.held;
  if (free > 0) return `${capitalize(countNoun(free, "rate is", "rates are"))} out of bounds or missing`;
  if (!preview.hasChanges)
    return origin === "revert" ? "Nothing is left of it to take back" : "These files say nothing new";
  const { jumps, count, current } = preview.changes;
  if (count === 0 && preview.ended.count > 0)
    return `${capitalize(countNoun(preview.ended.count, "price ends", "prices end"))}`;
  if (count === 0) return writeAdditions(preview);
  const changes =
    current === 0
      ? `No price of today changes; ${countNoun(count, "earlier one does", "earlier ones do")}`
      : capitalize(countNoun(Math.min(current, count), "price changes", "prices change"));
  return jumps === 0 ? changes : `${changes}; ${countNoun(jumps, "looks", "look")} wrong`;
}

function writeFaultFinding(preview: Preview): string {
  const { count, wholes } = preview.faults;
  const faults = capitalize(countNoun(count, "fault", "faults"));
  if (wholes.length > 0 && !wholes.includes("file"))
    return "The file can be read in two ways, and nothing in it decides: say below which is meant";
  return canLeaveOut(preview)
    ? `${faults}: mend the file, or go on without these rows`
    : `${faults}: nothing of it can be published`;
}

/**
 * Names what a change set adds where no price changes, `One new subscription and five new prices`, so that its head does not
 * say that nothing is in it. Readings of a list that is cut are told by their count alone.
 */
function writeAdditions({ readings, rows, rates }: Preview): string {
  const listed = readings.first.length === readings.count ? readings.first : [];
  const prices = listed.filter(({ before, after }) => before === null && after.amount !== null);
  const confirmed = listed.filter(
    ({ before, after }) => before?.amount === after.amount && before?.currency === after.currency,
  );
  const products = rows.first.filter(({ table, before }) => table === "product" && before === null);
  const own = rows.first.filter(({ table, key }) => table === "source" && key === DESK_SOURCE);
  const parts = [
    { count: products.length, one: "new subscription", many: "new subscriptions" },
    { count: prices.length, one: "new price", many: "new prices" },
    { count: confirmed.length, one: "price confirmed", many: "prices confirmed" },
    { count: readings.count - prices.length - confirmed.length, one: "reading", many: "readings" },
    { count: rates.count, one: "rate", many: "rates" },
    {
      count: rows.count - products.length - own.length,
      one: "row of names, addresses, taxes and such",
      many: "rows of names, addresses, taxes and such",
    },
  ].filter(({ count }) => count > 0);
  if (parts.length === 0) return "No price changes";
  return capitalize(joinWords(parts.map(({ count, one, many }) => countNoun(count, one, many))));
}

/** `coauthors`: who had a hand in it. */
export function writeChangeStory(set: ChangeSetFacts, coauthors: readonly string[]): string {
  const { origin, author, createdAt, state, version, approver, preview } = set;
  const leftOut = preview?.leftOut.length ?? 0;
  const without =
    leftOut === 0 ? "" : `, without ${countNoun(leftOut, "row that has a fault", "rows that have faults")}`;
  const day = createdAt.toISOString().slice(0, 16).replace("T", " at ");
  const made = `${ORIGIN_NAMES[origin]}, by ${joinWords([author, ...coauthors])}, on ${day} UTC.`;
  if (state === "published")
    return `${made} Published as dataset version ${version}${without}${approver === null ? "" : `, approved by ${approver}`}.`;
  return state === "withdrawn"
    ? `${made} Withdrawn: nothing of it was written.`
    : `${made} Nothing is written until it is approved.`;
}

export function listCounts(preview: Preview): { name: string; count: number }[] {
  const { added, changed, confirmed } = sumCounts(preview);
  return [
    { name: "Added", count: added },
    { name: "Changed", count: changed },
    { name: "Confirmed", count: confirmed },
    { name: "Ended", count: preview.ended.count },
    { name: preview.faults.count === 1 ? "Fault" : "Faults", count: preview.faults.count },
    ...(preview.leftOut.length > 0 ? [{ name: "Left out", count: preview.leftOut.length }] : []),
  ];
}

export function writeDecider(set: ChangeSetFacts, staff: { id: string; email: string; role: string }): string {
  const { preview } = set;
  if (preview === null || preview.faults.count > 0 || !preview.hasChanges)
    return "It can be published once a check has found something new in it, and no fault.";
  if (set.reasons.length === 0)
    return "Nothing in it needs a second person: whoever may change data may publish it, its author too.";
  return isAuthor(set, staff)
    ? "You made it or had a hand in it, so somebody else has to approve it. The database refuses an approval by the author, whatever the page shows."
    : `You may approve it; ${set.author}, who made it, may not. The database refuses an approval by the author, whatever the page shows.`;
}
