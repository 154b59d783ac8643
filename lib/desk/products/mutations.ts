import "server-only";
import { addAuthor } from "@/lib/desk/changes/mutations";
import type { DeskProductRow } from "@/lib/desk/products/form/rules";
import { type DraftOwner, dropPreview, openDraft } from "@/lib/desk/verify/draft-mutations";
import type { Prisma } from "@/prisma/client/client";

/** Adds a row to the person's open draft, or a new one, in the place of one of the same slug. Returns the change set. */
export async function addProduct(
  kind: "save" | "remove",
  row: DeskProductRow,
  staff: DraftOwner,
  tx: Prisma.TransactionClient,
): Promise<number> {
  const changeSetId = await openDraft(staff, tx);
  await tx.deskProduct.deleteMany({ where: { changeSetId, slug: row.slug } });
  await tx.deskProduct.create({ data: { ...row, kind, changeSetId, staffId: staff.id } });
  return changeSetId;
}

/** Whoever takes it out counts as author from then on. Null without it or when no longer a draft. */
export async function removeDraftProduct(
  changeSetId: number,
  id: number,
  staffId: string,
  tx: Prisma.TransactionClient,
): Promise<{ slug: string } | null> {
  if (!(await dropPreview(changeSetId, tx))) return null;
  const row = await tx.deskProduct.findFirst({ where: { id, changeSetId }, select: { slug: true } });
  if (row === null) return null;
  await tx.deskProduct.delete({ where: { id } });
  await addAuthor(changeSetId, staffId, tx);
  return row;
}
