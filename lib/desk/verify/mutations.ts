import "server-only";
import type { Period, Platform } from "@/lib/contract/codes";
import { clockDay, currentTime } from "@/lib/platform/clock";
import { Prisma } from "@/prisma/client/client";

/** A price that has no series yet: publishing makes one. */
export type NewSeries = {
  product: string;
  country: string;
  platform: Platform;
  period: Period;
};

export type NewEntry = ({ seriesId: number } | ({ seriesId: null } & NewSeries)) & {
  kind: "confirm" | "amount" | "ended" | "unsure" | "replace" | "withdraw";
  /** Decimal text. */
  amount?: string | null;
  currency?: string | null;
  /** As the page prints the amount. */
  quote?: string | null;
  /** Null for the desk itself. */
  source?: string | null;
  observedOn?: string;
  sourceUrl?: string;
  reason?: string;
  note?: string;
};

type Staff = { id: string; email: string };

/**
 * Adds answers to the person's open draft, or a new one; a later answer replaces an earlier one. Returns the number
 * of the change set; null for "cannot tell".
 */
export async function addEntries(
  entries: readonly NewEntry[],
  staff: Staff,
  tx: Prisma.TransactionClient,
): Promise<number | null> {
  const isChange = entries.some(({ kind }) => kind !== "unsure");
  const changeSetId = isChange ? await openDraft(staff, tx) : null;
  if (changeSetId !== null)
    await tx.deskEntry.deleteMany({
      where: { changeSetId, OR: entries.map(toSeriesKey) },
    });
  await tx.deskEntry.createMany({
    data: entries.map(({ observedOn, ...entry }) => ({
      ...entry,
      ...(observedOn !== undefined && { observedOn: new Date(observedOn) }),
      changeSetId: entry.kind === "unsure" ? null : changeSetId,
      staffId: staff.id,
    })),
  });
  return changeSetId;
}

const toSeriesKey = (entry: NewEntry) => {
  if (entry.seriesId !== null) return { seriesId: entry.seriesId };
  const { product, country, platform, period } = entry;
  return { product, country, platform, period };
};

/**
 * Whoever removes it counts as author from then on. Reopens a report that the entry answers. Returns the series, of which a
 * new price has none; null without the entry or when no longer a draft.
 */
export async function removeEntry(
  changeSetId: number,
  id: number,
  staffId: string,
  tx: Prisma.TransactionClient,
): Promise<{ seriesId: number | null } | null> {
  if (!(await dropPreview(changeSetId, tx))) return null;
  const entry = await tx.deskEntry.findFirst({ where: { id, changeSetId }, select: { seriesId: true } });
  if (entry === null) return null;
  await tx.deskEntry.delete({ where: { id } });
  await tx.changeSet.updateMany({
    where: { id: changeSetId, NOT: { authorIds: { has: staffId } } },
    data: { authorIds: { push: staffId } },
  });
  if (entry.seriesId !== null)
    await tx.priceReport.updateMany({
      where: { changeSetId, seriesId: entry.seriesId, outcome: null },
      data: { changeSetId: null, answer: null, changedAt: currentTime() },
    });
  return entry;
}

/** Locks the draft until the commit; false when it is none any more. */
async function dropPreview(id: number, tx: Prisma.TransactionClient): Promise<boolean> {
  const { count } = await tx.changeSet.updateMany({
    where: { id, state: "draft" },
    data: { preview: Prisma.DbNull, previewedAt: null, previewedId: null, digest: null, reasons: [], failure: null },
  });
  return count === 1;
}

async function openDraft({ id, email }: Staff, tx: Prisma.TransactionClient): Promise<number> {
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
