import "server-only";
import { createHash } from "node:crypto";
import { findChangeSet, findNewestVersionId, listCoauthors } from "@/lib/desk/changes/data";
import { type DeskEntries, writeDeskFiles } from "@/lib/desk/changes/files/desk-files";
import { unpackFiles } from "@/lib/desk/changes/files/unpack-files";
import { addMissing } from "@/lib/desk/changes/held/data";
import { holdWhole } from "@/lib/desk/changes/held/mutations";
import { writeRevertFiles } from "@/lib/desk/changes/reverts/files";
import { findReasons, holdsRates, isOfProgram, peopleOf } from "@/lib/desk/changes/rules";
import { type ChangeSetFacts, EMPTY_PREVIEW, type Preview } from "@/lib/desk/changes/schema";
import type { ImportProgress } from "@/lib/import/report/result";
import { currentTime } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { joinWords } from "@/lib/text/words";
import { checkFiles } from "./check-files";
import { publishFiles } from "./publish-files";

type Work = { folder: string; onProgress: (progress: ImportProgress) => void };

/** Checks a draft, publishes what is approved. Runs in a process of its own. Throws NotPublished and errors of pg. */
export async function workOn(id: number, work: Work): Promise<void> {
  const set = await findChangeSet(id);
  if (set === null) return;
  let heldId: number | null = null;
  if (set.state === "draft") heldId = await checkWhole(set, work);
  if (set.state === "approved") heldId = await publish(set, work);
  if (heldId !== null) await workOn(heldId, work);
}

/** Again while its entries change. Returns the change set of its rates where it had nothing else. */
async function checkWhole(set: ChangeSetFacts, work: Work): Promise<number | null> {
  while (true) {
    const outcome = await check(set, work);
    if (outcome !== "changed meanwhile") return outcome;
  }
}

async function check(set: ChangeSetFacts, { folder, onProgress }: Work): Promise<number | "changed meanwhile" | null> {
  const { id, origin, feedId, heldFromId } = set;
  const entries = origin === "desk" ? await writeDeskFiles(id) : null;
  const stays = await writeUndoing(set);
  const files = await unpackFiles(id, folder);
  const isHeld = heldFromId !== null;
  if (files.length === 0 && !isHeld && stays === null) throw new Error("the change set has no file");
  const checked =
    files.length === 0
      ? { preview: EMPTY_PREVIEW, versionId: await findNewestVersionId(), changesCsv: null, held: [] }
      : await checkFiles(
          files,
          {
            feedId,
            isOfProgram: isOfProgram(origin),
            holdsRates: holdsRates(set),
            leavesOut: set.leavesOut,
            people: peopleOf(set),
          },
          onProgress,
        );
  const { versionId, changesCsv, held } = checked;
  const found = isHeld ? await addMissing(id, checked.preview) : checked.preview;
  const preview = stays === null ? found : { ...found, stays };
  if (held.length > 0 && !preview.hasChanges) return holdWhole(set, held);
  const isSound = preview.faults.count === 0 && (preview.hasChanges || preview.rateMoves.count > 0);
  const reasons = findReasons(preview, origin, isHeld);
  const state = isSound ? "waiting" : "draft";
  const isSaved = await savePreview(id, { entries, preview, reasons, versionId, changesCsv, state });
  return isSaved ? null : "changed meanwhile";
}

/** Null for a change set that takes none back. */
async function writeUndoing({ id, takesBackId }: ChangeSetFacts): Promise<Preview["stays"] | null> {
  if (takesBackId === null) return null;
  const taken = await findChangeSet(takesBackId);
  if (taken === null || taken.versionId === null) throw new Error("what it takes back was not published");
  return writeRevertFiles(id, taken.versionId);
}

type Checked = {
  /** Those that the files say; null where none are written from entries. */
  entries: DeskEntries | null;
  preview: Preview;
  reasons: string[];
  versionId: number | null;
  changesCsv: Buffer | null;
  state: "waiting" | "draft";
};

async function savePreview(id: number, checked: Checked): Promise<boolean> {
  const { entries, preview, reasons, versionId, changesCsv, state } = checked;
  const digest = createHash("sha256")
    .update(JSON.stringify([preview, reasons, versionId]))
    .update(changesCsv ?? "")
    .digest("hex");
  return db().$transaction(async (tx) => {
    // Locks the change set, so that entries change only before this read or after the commit; files that arrive wait for nothing.
    await tx.$queryRaw`SELECT id FROM change_set WHERE id = ${id} FOR NO KEY UPDATE`;
    const ofSet = { where: { changeSetId: id }, select: { id: true }, orderBy: { id: "asc" } } as const;
    const now = {
      prices: await tx.deskEntry.findMany(ofSet),
      products: await tx.deskProduct.findMany(ofSet),
      access: await tx.deskAccess.findMany(ofSet),
    };
    const kinds = ["prices", "products", "access"] as const;
    if (entries !== null && kinds.some((kind) => isOther(now[kind], entries[kind]))) return false;
    const { count } = await tx.changeSet.updateMany({
      where: { id, state: "draft" },
      data: {
        preview,
        previewedAt: currentTime(),
        previewedId: versionId,
        digest,
        reasons,
        state,
        failure: null,
        begunAt: null,
      },
    });
    if (count === 0) return true;
    await tx.changeSetChanges.deleteMany({ where: { changeSetId: id } });
    if (changesCsv !== null)
      await tx.changeSetChanges.create({ data: { changeSetId: id, csvGzip: new Uint8Array(changesCsv) } });
    return true;
  });
}

const isOther = (rows: readonly { id: number }[], ids: readonly number[]) =>
  rows.map(({ id }) => id).join() !== ids.join();

async function publish(set: ChangeSetFacts, { folder, onProgress }: Work): Promise<number | null> {
  const { author, approver } = set;
  const authors = joinWords([author, ...(await listCoauthors(set))]);
  const by = approver === null ? authors : `${authors}, approved by ${approver}`;
  return publishFiles(set, await unpackFiles(set.id, folder), by, onProgress);
}
