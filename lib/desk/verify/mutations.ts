import "server-only";
import { Prisma } from "@/prisma/client/client";

export type NewEntry = {
  priceId: number;
  kind: "confirm" | "amount" | "ended" | "unsure" | "replace" | "withdraw";
  /** Decimal text. */
  amount?: string | null;
  currency?: string | null;
  observedOn?: string;
  sourceUrl?: string;
  reason?: string;
  note?: string;
};

type Staff = { id: string; email: string };

/**
 * Adds answers about prices to the open change set of a member of the staff, which is made when there is none. An answer
 * about a price takes the place of the one before. Returns the change set's number; null for "cannot tell", which is in
 * none.
 */
export async function addEntries(
  entries: readonly NewEntry[],
  staff: Staff,
  tx: Prisma.TransactionClient,
): Promise<number | null> {
  const isChange = entries.some(({ kind }) => kind !== "unsure");
  const changeSetId = isChange ? await openDraft(staff, tx) : null;
  if (changeSetId !== null)
    await tx.deskEntry.deleteMany({ where: { changeSetId, priceId: { in: entries.map(({ priceId }) => priceId) } } });
  await tx.deskEntry.createMany({
    data: entries.map(({ observedOn, ...entry }) => ({
      ...entry,
      ...(observedOn !== undefined && { observedOn: new Date(observedOn) }),
      ...{ changeSetId: entry.kind === "unsure" ? null : changeSetId, staffId: staff.id },
    })),
  });
  return changeSetId;
}

/** The draft that a member's answers are collected in, without the preview of fewer of them. */
async function openDraft({ id, email }: Staff, tx: Prisma.TransactionClient): Promise<number> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`desk draft ${id}`}, 0))`;
  const known = await tx.changeSet.findFirst({
    where: { origin: "desk", authorId: id, state: "draft" },
    orderBy: { id: "desc" },
    select: { id: true },
  });
  if (known === null) {
    const title = `Readings of ${new Date().toISOString().slice(0, 10)}`;
    const made = await tx.changeSet.create({
      data: { title, origin: "desk", authorId: id, author: email },
      select: { id: true },
    });
    return made.id;
  }
  await tx.changeSet.updateMany({
    where: { id: known.id },
    data: { preview: Prisma.DbNull, previewedAt: null, previewedId: null, reasons: [], failure: null },
  });
  return known.id;
}
