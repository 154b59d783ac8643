import "server-only";
import { addAuthor } from "@/lib/desk/changes/mutations";
import { currentTime } from "@/lib/platform/clock";
import type { Prisma } from "@/prisma/client/client";
import { type DraftOwner, dropPreview, openDraft } from "./draft-mutations";
import type { NewSeries } from "./schema";

export type NewEntry = ({ seriesId: number } | ({ seriesId: null } & NewSeries)) & {
  kind: "confirm" | "amount" | "ended" | "unsure" | "replace" | "withdraw";
  /** Decimal text. */
  amount?: string | null;
  currency?: string | null;
  /** As the page prints the amount. */
  quote?: string | null;
  /** Null for the desk itself. */
  source?: string | null;
  /** The reading of a visitor that it is made of. */
  readingId?: number;
  observedOn?: string;
  sourceUrl?: string;
  reason?: string;
  note?: string;
};

/**
 * Adds answers to the person's open draft, or a new one; a later answer replaces an earlier one. Returns the number
 * of the change set; null for "cannot tell".
 */
export async function addEntries(
  entries: readonly NewEntry[],
  staff: DraftOwner,
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
  await addAuthor(changeSetId, staffId, tx);
  if (entry.seriesId !== null)
    await tx.priceReport.updateMany({
      where: { changeSetId, seriesId: entry.seriesId, outcome: null },
      data: { changeSetId: null, answer: null, changedAt: currentTime() },
    });
  return entry;
}
