import { JUMP_FACTOR } from "@/lib/dataset/rules";
import { countNoun, joinWords } from "@/lib/text/words";
import { type ChangeSetFacts, MAX_FILE_NAME_CHARS, type Preview, type PreviewedIndex } from "./schema";

/** Above these, a second person must approve. */
export const INDEX_POINTS = 2;
export const LOST_SHARE = 0.3;

const NAMED = 3;

/** In points; infinite when the index is lost, null when there was none. */
export function findMovement({ before, after }: PreviewedIndex): number | null {
  if (before === null) return null;
  return after === null ? Number.POSITIVE_INFINITY : after.value - before.value;
}

/** Sentences why a second person must approve; empty when none has to. */
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

/** Null when this person may approve. `newestId`: served dataset version. */
export function findObstacle(set: Decided, by: Decider, newestId: number | null): string | null {
  if (set.state !== "waiting" || set.preview === null) return "Only a change set that waits can be approved.";
  if (set.preview.faults.count > 0) return "Its files have faults.";
  if (!set.preview.hasChanges) return "Its files say nothing new.";
  if (set.previewedId !== newestId)
    return "Another change set was published since this preview was made: renew the preview first.";
  if (needsAnother(set, by)) return "You made it, so somebody else has to approve it.";
  return null;
}

/** The author may not approve where two people must agree. */
export const needsAnother = (set: Pick<Decided, "authorId" | "author" | "reasons">, by: Decider): boolean =>
  set.reasons.length > 0 && isAuthor(set, by);

export const isAuthor = (set: Pick<Decided, "authorId" | "author">, by: Decider): boolean =>
  set.authorId === by.id || set.author.toLowerCase() === by.email.toLowerCase();

/** Author and owners may withdraw until the decision. */
export const mayWithdraw = (set: Decided, by: Decider): boolean =>
  (set.state === "draft" || set.state === "waiting") && (isAuthor(set, by) || by.role === "owner");

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
