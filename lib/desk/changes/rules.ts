import { JUMP_FACTOR } from "@/lib/dataset/rules";
import { countNoun, joinWords } from "@/lib/text/words";
import { type ChangeSetFacts, MAX_FILE_NAME_CHARS, type Preview, type PreviewedIndex } from "./schema";

/** Beyond these a second member of the staff has to approve. */
export const INDEX_POINTS = 2;
export const LOST_SHARE = 0.3;

const NAMED = 3;

/** Movement of a country's index in points; infinite where the country loses its index. Null where it had none. */
export function findMovement({ before, after }: PreviewedIndex): number | null {
  if (before === null) return null;
  return after === null ? Number.POSITIVE_INFINITY : after.value - before.value;
}

/** Reasons, as sentences, why a second member of the staff has to approve; none when nobody has to. */
export function findReasons({ changes, index, sources, ended, withdrawn, warnings }: Preview): string[] {
  const moved = index.filter((level) => Math.abs(findMovement(level) ?? 0) > INDEX_POINTS);
  const lost = sources.filter(({ rows, before }) => before !== null && rows < before * (1 - LOST_SHARE));
  const rates = warnings.find(({ kind }) => kind === "rate-jump");
  const fall = warnings.find(({ kind }) => kind === "fall");
  return [
    ...(changes.jumps > 0
      ? [`${count(changes.jumps, "price moves", "prices move")} by more than a factor of ${JUMP_FACTOR} in US dollars.`]
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

function describeMoved(moved: readonly PreviewedIndex[]): string {
  const [largest] = moved.toSorted((a, b) => Math.abs(findMovement(b) ?? 0) - Math.abs(findMovement(a) ?? 0));
  const named = moved.slice(0, NAMED).map(({ country }) => country);
  const rest = moved.length - named.length;
  const countries = joinWords([...named, ...(rest > 0 ? [`${rest} more`] : [])]);
  const points = largest === undefined ? 0 : (findMovement(largest) ?? 0);
  const by = Number.isFinite(points) ? `by up to ${Math.abs(points).toFixed(1)} points` : "or is lost";
  return `The index of ${countries} moves ${by}; up to ${INDEX_POINTS} would pass.`;
}

const count = (number: number, one: string, many: string) => {
  const text = countNoun(number, one, many);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

type Decider = { id: string; email: string; role: string };
type Decided = Pick<ChangeSetFacts, "state" | "authorId" | "author" | "reasons" | "preview" | "previewedId">;

/**
 * Reason why a member of the staff cannot approve a change set; null when they can. `newestId` is the dataset version
 * that is served.
 */
export function findObstacle(set: Decided, by: Decider, newestId: number | null): string | null {
  if (set.state !== "waiting" || set.preview === null) return "Only a change set that waits can be approved.";
  if (set.preview.faults.count > 0) return "Its files have faults.";
  if (!set.preview.hasChanges) return "Its files say nothing new.";
  if (set.previewedId !== newestId)
    return "Another change set was published since this preview was made: renew the preview first.";
  if (needsAnother(set, by)) return "You made it, so somebody else has to approve it.";
  return null;
}

/** Tells whether only somebody else may approve a change set: its author may not where two have to agree. */
export const needsAnother = (set: Pick<Decided, "authorId" | "author" | "reasons">, by: Decider): boolean =>
  set.reasons.length > 0 && isAuthor(set, by);

export const isAuthor = (set: Pick<Decided, "authorId" | "author">, by: Decider): boolean =>
  set.authorId === by.id || set.author.toLowerCase() === by.email.toLowerCase();

/** Allows the author and owners to withdraw a change set that is not decided yet. */
export const mayWithdraw = (set: Decided, by: Decider): boolean =>
  (set.state === "draft" || set.state === "waiting") && (isAuthor(set, by) || by.role === "owner");

/** Sum of the changes of all files of a preview. */
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

/** Longest stored name in bytes: file systems take 255, and a number may come before it. */
const MAX_FILE_NAME_BYTES = 200;

/** Name of an uploaded file as it is stored: its last part, of harmless characters, cut from its beginning. */
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
