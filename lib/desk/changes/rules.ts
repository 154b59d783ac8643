import { JUMP_FACTOR, PEOPLE_SOURCES, UNEXPECTED_FACTOR } from "@/lib/dataset/rules";
import type { Choices } from "@/lib/import/read/people/cells-rules";
import { describeRateMove } from "@/lib/import/report/rate-move-text";
import { countNoun, joinWords } from "@/lib/text/words";
import {
  type ChangeSetFacts,
  type ChangeSetOrigin,
  MAX_FILE_NAME_CHARS,
  type Preview,
  type PreviewedIndex,
} from "./schema";

/** Above these, a second person must approve. */
export const INDEX_POINTS = 2;
export const LOST_SHARE = 0.3;
/** As many new readings as this, within this factor of the last figure that two people saw, need nobody else. */
const HANDFUL = 5;
export const LIGHT_FACTOR = 2;

const NAMED = 3;

/** In points; infinite when the index is lost, null when there was none. */
export function findMovement({ before, after }: PreviewedIndex): number | null {
  if (before === null) return null;
  return after === null ? Number.POSITIVE_INFINITY : after.value - before.value;
}

/** Also of a step since two people last saw the index. */
const findWholeMovement = (level: PreviewedIndex): number | null =>
  findMovement({ ...level, before: level.seen ?? level.before });

/** The rows of the sources of people are written by the code. */
const toOtherRows = ({ rows }: Preview, origin: ChangeSetOrigin) => {
  const own = rows.first.filter(
    ({ table, key }) => origin === "desk" && table === "source" && PEOPLE_SOURCES.includes(key),
  );
  return { count: rows.count - own.length, first: rows.first.filter((row) => !own.includes(row)) };
};

/** Prices in a currency that is not used in their country. */
const findElsewhere = ({ warnings }: Preview) => warnings.find(({ kind }) => kind === "other-currency");

/** Prices that go back to an amount before the present one, as a page that somebody kept has it. */
const findGoingBack = ({ warnings }: Preview) => warnings.find(({ kind }) => kind === "goes-back");

/** No person wrote it: it claims nothing that staff or visitors read, and has no handful. */
export const isOfProgram = (origin: ChangeSetOrigin): boolean => origin === "refresh" || origin === "collect";

/** A person's few new readings and nothing else, none of them far from what two people saw. */
function isHandful(preview: Preview, origin: ChangeSetOrigin): boolean {
  const { readings, rates, ended, withdrawn } = preview;
  const isFew = readings.count > 0 && readings.count <= HANDFUL && readings.light === readings.count;
  const elsewhere = findElsewhere(preview)?.count ?? 0;
  const back = findGoingBack(preview)?.count ?? 0;
  const others = toOtherRows(preview, origin).count + rates.count + ended.count + withdrawn + elsewhere + back;
  return !isOfProgram(origin) && origin !== "revert" && isFew && others === 0 && preview.leftOut.length === 0;
}

/** Sentences why a second person must approve; empty when none has to. */
export function findReasons(preview: Preview, origin: ChangeSetOrigin, isHeld = false): string[] {
  if (isHeld) return [describeHeld(preview)];
  if (isHandful(preview, origin)) return [];
  const { changes, index, sources, ended, withdrawn, warnings, readings, rates: fx, rateMoves, leftOut } = preview;
  const rows = toOtherRows(preview, origin);
  const moved = index.filter((level) => Math.abs(findWholeMovement(level) ?? 0) > INDEX_POINTS);
  const lost = sources.filter(({ rows, before }) => before !== null && rows < before * (1 - LOST_SHARE));
  const rates = warnings.find(({ kind }) => kind === "rate-jump");
  const elsewhere = findElsewhere(preview);
  const back = findGoingBack(preview);
  const fall = warnings.find(({ kind }) => kind === "fall");
  return [
    ...(origin === "revert" ? ["It takes back what was published."] : []),
    ...(leftOut.length > 0
      ? [
          `${count(leftOut.length, "row of its files has a fault and is", "rows of its files have faults and are")} left out.`,
        ]
      : []),
    ...(changes.jumps > 0
      ? [`${count(changes.jumps, "price moves", "prices move")} by more than a factor of ${JUMP_FACTOR} in US dollars.`]
      : []),
    ...(readings.jumps > changes.jumps
      ? [
          `${count(readings.jumps, "price moves", "prices move")} by more than a factor of ${JUMP_FACTOR} since two people last saw it.`,
        ]
      : []),
    ...(readings.unexpected > 0
      ? [
          `${count(readings.unexpected, "new price is", "new prices are")} more than ${UNEXPECTED_FACTOR} times what all others let expect, or less than a fifth.`,
        ]
      : []),
    ...(elsewhere
      ? [
          `${count(elsewhere.count, "price is", "prices are")} in a currency that is not used there: ${elsewhere.lines.slice(0, NAMED).join("; ")}.`,
        ]
      : []),
    ...(back
      ? [
          `${count(back.count, "price goes", "prices go")} back to what it was before, as an old page would: ${back.lines.slice(0, NAMED).join("; ")}.`,
        ]
      : []),
    ...(rows.count > 0 ? [describeRows(rows)] : []),
    ...(fx.past > 0 ? [`${count(fx.past, "rate of a past day is", "rates of past days are")} written.`] : []),
    ...(rateMoves.count > rateMoves.held
      ? [`${count(rateMoves.count - rateMoves.held, "corrected rate is", "corrected rates are")} out of bounds.`]
      : []),
    ...(rates
      ? [
          `${count(rates.count, "rate moves", "rates move")} by more than a factor of ${JUMP_FACTOR}: ${rates.lines.slice(0, NAMED).join("; ")}.`,
        ]
      : []),
    ...(moved.length > 0 ? [describeMoved(moved)] : []),
    ...lost.map(
      ({ source, rows, before }) =>
        `${source} has ${rows === 1 ? "one row" : `${rows} rows`}; the last time it had ${before}.`,
    ),
    ...(fall ? [`Many current prices would be lost: ${fall.lines.slice(0, NAMED).join("; ")}.`] : []),
    ...(ended.count > 0 ? [`${count(ended.count, "price ends", "prices end")}: no longer listed.`] : []),
    ...(withdrawn > 0 ? [`${count(withdrawn, "reading is", "readings are")} withdrawn.`] : []),
  ];
}

function describeHeld({ rateMoves: { first, count: total } }: Preview): string {
  if (total === 0) return "Its rates were out of bounds when they were read.";
  const named = first.slice(0, NAMED).map(describeRateMove);
  const rest = total > NAMED ? `; and ${total - NAMED} more` : "";
  return `${count(total, "rate is", "rates are")} out of bounds or missing: ${named.join("; ")}${rest}.`;
}

function describeRows({ count: total, first }: Preview["rows"]): string {
  const named = first.slice(0, NAMED).map(({ table, key }) => `${table} ${key}`);
  const rest = total - named.length;
  const names = joinWords([...named, ...(rest > 0 ? [`${rest} more`] : [])]);
  return `${count(total, "row", "rows")} of names, addresses, taxes and such would change: ${names}.`;
}

function describeMoved(moved: readonly PreviewedIndex[]): string {
  const sizeOf = (level: PreviewedIndex) => Math.abs(findWholeMovement(level) ?? 0);
  const [largest] = moved.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const named = moved.slice(0, NAMED).map(({ country }) => country);
  const rest = moved.length - named.length;
  const countries = joinWords([...named, ...(rest > 0 ? [`${rest} more`] : [])]);
  const points = largest === undefined ? 0 : (findWholeMovement(largest) ?? 0);
  const by = Number.isFinite(points) ? `by up to ${Math.abs(points).toFixed(1)} points` : "or is lost";
  return `The index of ${countries} moves ${by}; up to ${INDEX_POINTS} would pass.`;
}

const count = (number: number, one: string, many: string) => {
  const text = countNoun(number, one, many);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

type Decider = { id: string; email: string; role: string };
type Decided = Pick<
  ChangeSetFacts,
  "state" | "authorIds" | "author" | "reasons" | "preview" | "previewedId" | "heldFromId"
>;

/** Null when this person may approve. `newestId`: served dataset version. */
export function findObstacle(set: Decided, by: Decider, newestId: number | null): string | null {
  if (set.state !== "waiting" || set.preview === null) return "Only a change set that waits can be approved.";
  if (set.preview.faults.count > 0) return "Its files have faults.";
  if (!set.preview.hasChanges)
    return set.preview.rateMoves.count > 0
      ? "No rate of it can be published: refuse it once you know why the currency is missing."
      : "Its files say nothing new.";
  if (set.previewedId !== newestId)
    return "Another change set was published since this preview was made: check again first.";
  if (needsAnother(set, by)) return "You made it or had a hand in it, so somebody else has to approve it.";
  return null;
}

/** Who counts as author may not approve where two people must agree. */
export const needsAnother = (set: Pick<Decided, "authorIds" | "author" | "reasons">, by: Decider): boolean =>
  set.reasons.length > 0 && isAuthor(set, by);

export const isAuthor = (set: Pick<Decided, "authorIds" | "author">, by: Decider): boolean =>
  set.authorIds.includes(by.id) || set.author.toLowerCase() === by.email.toLowerCase();

/** Rates out of bounds wait apart; not those that wait already, or put back what stood. */
export const holdsRates = ({ heldFromId, origin }: Pick<ChangeSetFacts, "heldFromId" | "origin">): boolean =>
  heldFromId === null && origin !== "revert";

/** Faults of rows alone, which the others can be published without. */
export const canLeaveOut = ({ faults }: Preview): boolean => faults.count > 0 && faults.wholes.length === 0;

/** Until the decision: author and owners; held rates whoever may approve them. */
export const mayWithdraw = (set: Decided, by: Decider): boolean =>
  (set.state === "draft" || set.state === "waiting") &&
  (isAuthor(set, by) || by.role === "owner" || set.heldFromId !== null);

export function sumCounts({ files }: Preview) {
  const sum = (read: (file: Preview["files"][number]) => number) =>
    files.reduce((total, file) => total + read(file), 0);
  return {
    added: sum(({ added }) => added),
    changed: sum(({ changed }) => changed),
    confirmed: sum(({ confirmed }) => confirmed),
    unchanged: sum(({ unchanged }) => unchanged),
  };
}

/** Uploads are files as people have them, read as was said of them; what programs write is held to the format. */
export const peopleOf = (set: Pick<ChangeSetFacts, "origin" | "decimalMark" | "dayOrder">): Choices | undefined =>
  set.origin === "upload" ? { decimal: set.decimalMark ?? undefined, dates: set.dayOrder ?? undefined } : undefined;

/** File systems allow 255; a number may be added. */
const MAX_FILE_NAME_BYTES = 200;

/** Last part of the path in safe characters, shortened from the start. */
export function toFileName(given: string, place: number): string {
  const [name = ""] = given.split(/[\\/]/).slice(-1);
  const safe = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._ -]/gu, "_")
    .replace(/^[. ]+/, "");
  const letters = [...safe].slice(-MAX_FILE_NAME_CHARS);
  while (Buffer.byteLength(letters.join("")) > MAX_FILE_NAME_BYTES) letters.shift();
  return letters.join("") || `file-${place + 1}`;
}
