import "server-only";
import { clockDay } from "@/lib/platform/clock";
import { Prisma } from "@/prisma/client/client";

export type DraftOwner = { id: string; email: string };
type Tx = Prisma.TransactionClient;

/** Locks the draft until the commit; false when it is none any more. */
export async function dropPreview(id: number, tx: Tx): Promise<boolean> {
  const { count } = await tx.changeSet.updateMany({
    where: { id, state: "draft" },
    data: { preview: Prisma.DbNull, previewedAt: null, previewedId: null, digest: null, reasons: [], failure: null },
  });
  return count === 1;
}

/** The person's open draft, or a new one. */
export async function openDraft({ id, email }: DraftOwner, tx: Tx): Promise<number> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`desk draft ${id}`}, 0))`;
  const known = await tx.changeSet.findFirst({
    where: { origin: "desk", authorId: id, state: "draft" },
    orderBy: { id: "desc" },
    select: { id: true },
  });
  // A check may have ended the draft; then this answer begins another.
  if (known !== null && (await dropPreview(known.id, tx))) return known.id;
  const title = `Readings of ${clockDay()}`;
  const made = await tx.changeSet.create({
    data: { title, origin: "desk", authorId: id, author: email },
    select: { id: true },
  });
  return made.id;
}
