import "server-only";
import type { ClientBase } from "pg";
import { currentTime } from "@/lib/platform/clock";
import type { DecimalMark } from "@/lib/printed/amount-rules";
import type { DayOrder } from "@/lib/printed/day-rules";
import { Prisma } from "@/prisma/client/client";
import { type ChangeSetOrigin, MAX_TITLE_CHARS } from "./schema";

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

/** A draft whose check writes the files that undo a published change set. Null where one does already. */
export async function insertRevert(
  set: { id: number; title: string },
  author: { id: string; email: string },
  tx: Tx,
): Promise<number | null> {
  const { count } = await tx.changeSet.createMany({
    data: [
      {
        title: `Taking back of change set ${set.id}: ${set.title}`.slice(0, MAX_TITLE_CHARS),
        origin: "revert",
        authorId: author.id,
        author: author.email,
        takesBackId: set.id,
      },
    ],
    skipDuplicates: true,
  });
  if (count === 0) return null;
  return (await tx.changeSet.findFirst({ where: { takesBackId: set.id }, orderBy: { id: "desc" } }))?.id ?? null;
}

/** Back to a draft without a preview. False when it is decided, or `previewedId` is given and it has another preview. */
export async function reopen(
  id: number,
  tx: Tx,
  { note, previewedId }: { note?: string; previewedId?: number | null } = {},
): Promise<boolean> {
  const { count } = await tx.changeSet.updateMany({
    where: { id, state: { in: ["draft", "waiting"] }, ...(previewedId !== undefined && { previewedId }) },
    data: {
      state: "draft",
      preview: Prisma.DbNull,
      previewedAt: null,
      previewedId: null,
      digest: null,
      reasons: [],
      failure: null,
      ...(note !== undefined && { note }),
    },
  });
  return count === 1;
}

/** Says how a draft is read where it can be read in two ways. Whoever says it counts as its author. */
export async function answerReading(
  id: number,
  answer: { decimalMark?: DecimalMark | null | undefined; dayOrder?: DayOrder | null | undefined },
  staffId: string,
  tx: Tx,
): Promise<void> {
  const { decimalMark, dayOrder } = answer;
  const { count } = await tx.changeSet.updateMany({
    where: { id, state: "draft" },
    data: {
      ...(decimalMark !== undefined && { decimalMark }),
      ...(dayOrder !== undefined && { dayOrder }),
    },
  });
  if (count === 1) await addAuthor(id, staffId, tx);
}

/** Says that rows with faults are left out, or that none is. Whoever says it counts as author, so that two people see it. */
export async function leaveOut(id: number, leavesOut: boolean, staffId: string, tx: Tx): Promise<void> {
  const { count } = await tx.changeSet.updateMany({ where: { id, state: "draft" }, data: { leavesOut } });
  if (count === 1) await addAuthor(id, staffId, tx);
}

export async function addAuthor(id: number, staffId: string, tx: Tx): Promise<void> {
  await tx.changeSet.updateMany({
    where: { id, NOT: { authorIds: { has: staffId } } },
    data: { authorIds: { push: staffId } },
  });
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
      state: "approved",
      approverId: approver?.id ?? null,
      approver: approver?.email ?? null,
      decidedAt: currentTime(),
      failure: null,
      note,
    },
  });
  return count === 1;
}

/** Also removes the content of its files. False when it is decided. */
export async function withdrawChangeSet(id: number, tx: Tx, note: string): Promise<boolean> {
  const { count } = await tx.changeSet.updateMany({
    where: { id, state: { in: ["draft", "waiting"] } },
    data: { state: "withdrawn", decidedAt: currentTime(), note, begunAt: null },
  });
  if (count === 0) return false;
  await tx.changeSetChunk.deleteMany({ where: { file: { changeSetId: id } } });
  await tx.changeSetChanges.deleteMany({ where: { changeSetId: id } });
  await tx.priceReport.updateMany({
    where: { changeSetId: id, outcome: null },
    data: { changeSetId: null, answer: null, changedAt: currentTime() },
  });
  return true;
}
