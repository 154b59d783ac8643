import "server-only";
import type { AccessQuestion } from "@/lib/catalogue/products/access/schema";
import { addAuthor } from "@/lib/desk/changes/mutations";
import { type DraftOwner, dropPreview, openDraft } from "@/lib/desk/verify/draft-mutations";
import type { Prisma } from "@/prisma/client/client";
import type { DeskStatement } from "./schema";

type Answer = { products: readonly string[]; question: AccessQuestion; statement: DeskStatement | null };

/** Adds the same answer of products to the person's open draft, or a new one, in the place of earlier ones. Returns the change set. */
export async function addAccess(
  { products, question, statement }: Answer,
  staff: DraftOwner,
  tx: Prisma.TransactionClient,
): Promise<number> {
  const changeSetId = await openDraft(staff, tx);
  await tx.deskAccess.deleteMany({ where: { changeSetId, question, product: { in: [...products] } } });
  await tx.deskAccess.createMany({
    data: products.map((product) => ({
      changeSetId,
      product,
      question,
      staffId: staff.id,
      ...(statement !== null && { ...statement, readOn: new Date(statement.readOn) }),
    })),
  });
  return changeSetId;
}

/** Whoever takes it out counts as author from then on. Null without it or when no longer a draft. */
export async function removeDraftAccess(
  changeSetId: number,
  id: number,
  staffId: string,
  tx: Prisma.TransactionClient,
): Promise<string | null> {
  if (!(await dropPreview(changeSetId, tx))) return null;
  const row = await tx.deskAccess.findFirst({ where: { id, changeSetId }, select: { product: true, question: true } });
  if (row === null) return null;
  await tx.deskAccess.delete({ where: { id } });
  await addAuthor(changeSetId, staffId, tx);
  return `${row.product} ${row.question}`;
}
