import "server-only";
import { createHash } from "node:crypto";
import type { ClientBase } from "pg";
import { recordAudit } from "@/lib/access/audit/mutations";
import type { ImportProgress } from "@/lib/import/report/result";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { Prisma } from "@/prisma/client/client";
import { checkFiles } from "./check-files";
import { findChangeSet } from "./data";
import { writeDeskFiles } from "./desk-files";
import { NotPublished, publishFiles } from "./publish-files";
import { findReasons } from "./rules";
import type { ChangeSetFacts, ChangeSetOrigin, Preview } from "./schema";
import { unpackFiles } from "./unpack-files";

type Tx = Prisma.TransactionClient;

/** `id` is null for the scheduler and the command line. */
export type Author = { id: string | null; name: string };

export async function insertChangeSet(
  client: ClientBase,
  set: { title: string; origin: ChangeSetOrigin; author: Author; feedId?: string; authorIds?: readonly string[] },
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    "INSERT INTO change_set (title, origin, author_id, author, feed_id, author_ids) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
    [set.title, set.origin, set.author.id, set.author.name, set.feedId ?? null, set.authorIds ?? []],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("the change set was not made");
  return row.id;
}

export async function workOn(id: number, onProgress: (progress: ImportProgress) => void): Promise<void> {
  const set = await findChangeSet(id);
  if (set?.state === "draft") while (!(await check(set, onProgress)));
  if (set?.state === "approved") await publish(set, onProgress);
}

/** False when its entries changed meanwhile; then it must be checked again. */
async function check(
  { id, origin, feedId }: ChangeSetFacts,
  onProgress: (progress: ImportProgress) => void,
): Promise<boolean> {
  try {
    const entries = origin === "desk" ? await writeDeskFiles(id) : [];
    await using unpacked = await unpackFiles(id);
    const { preview, versionId, changesCsv } = await checkFiles(unpacked.files, feedId, onProgress);
    if (unpacked.files.length === 0) throw new Error("the change set has no file");
    const isSound = preview.faults.count === 0 && preview.hasChanges;
    const reasons = findReasons(preview, origin);
    const state = isSound ? "waiting" : "draft";
    return await savePreview(id, { entries, preview, reasons, versionId, changesCsv, state });
  } catch (error) {
    const failure = "The check failed on our side. Nothing was changed; check it again.";
    await db().changeSet.updateMany({ where: { id, state: "draft" }, data: { failure } });
    throw error;
  }
}

type Checked = {
  entries: readonly number[];
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
    // Locks the change set, so that entries change only before this read or after the commit.
    await tx.$queryRaw`SELECT id FROM change_set WHERE id = ${id} FOR UPDATE`;
    const now = await tx.deskEntry.findMany({
      where: { changeSetId: id },
      select: { id: true },
      orderBy: { id: "asc" },
    });
    if (now.map((entry) => entry.id).join() !== entries.join()) return false;
    const { count } = await tx.changeSet.updateMany({
      where: { id, state: "draft" },
      data: {
        ...{ preview, previewedAt: new Date(), previewedId: versionId, digest, reasons, state },
        failure: null,
      },
    });
    if (count === 0) return true;
    await tx.changeSetChanges.deleteMany({ where: { changeSetId: id } });
    if (changesCsv !== null)
      await tx.changeSetChanges.create({ data: { changeSetId: id, csvGzip: new Uint8Array(changesCsv) } });
    return true;
  });
}

async function publish(set: ChangeSetFacts, onProgress: (progress: ImportProgress) => void): Promise<void> {
  const { id, author, approver, title } = set;
  try {
    await publishFiles(set, approver === null ? author : `${author}, approved by ${approver}`, onProgress);
  } catch (error) {
    const isRefused = error instanceof NotPublished;
    const failure = isRefused
      ? `It was not published. ${error.message}`
      : "The publish failed on our side, and nothing was changed. Approve it again.";
    await db().$transaction(async (tx) => {
      const { count } = await tx.changeSet.updateMany({
        where: { id, state: "approved" },
        data: { state: "waiting", approverId: null, approver: null, decidedAt: null, failure },
      });
      if (count === 0) return;
      await recordAudit(tx, {
        ...{ actorId: null, actor: "the desk", action: "change.fail", targetType: "change", targetId: String(id) },
        ...{ targetName: title, after: { failure } },
      });
    });
    if (!isRefused) throw error;
    log().warn({ changeSet: id, failure }, "a change set was not published");
  }
}

/** Back to a draft without a preview. False when it is decided. */
export async function reopen(id: number, tx: Tx, note?: string): Promise<boolean> {
  const { count } = await tx.changeSet.updateMany({
    where: { id, state: { in: ["draft", "waiting"] } },
    data: {
      ...{
        state: "draft",
        preview: Prisma.DbNull,
        previewedAt: null,
        previewedId: null,
        digest: null,
        reasons: [],
        failure: null,
      },
      ...(note !== undefined && { note }),
    },
  });
  return count === 1;
}

/** False if it is no longer what was seen. `approver` is null where no second person is needed. */
export async function approve(
  { id, digest }: { id: number; digest: string },
  approver: { id: string; email: string } | null,
  tx: Tx,
  note: string | null,
): Promise<boolean> {
  const { count } = await tx.changeSet.updateMany({
    where: { id, state: "waiting", digest },
    data: {
      ...{ state: "approved", approverId: approver?.id ?? null, approver: approver?.email ?? null },
      ...{ decidedAt: new Date(), failure: null, note },
    },
  });
  return count === 1;
}

/** Also removes the content of its files. False when it is decided. */
export async function withdrawChangeSet(id: number, tx: Tx, note: string): Promise<boolean> {
  const { count } = await tx.changeSet.updateMany({
    where: { id, state: { in: ["draft", "waiting"] } },
    data: { state: "withdrawn", decidedAt: new Date(), note },
  });
  if (count === 0) return false;
  await tx.changeSetChunk.deleteMany({ where: { file: { changeSetId: id } } });
  await tx.changeSetChanges.deleteMany({ where: { changeSetId: id } });
  await tx.priceReport.updateMany({
    where: { changeSetId: id, outcome: null },
    data: { changeSetId: null, answer: null, changedAt: new Date() },
  });
  return true;
}
