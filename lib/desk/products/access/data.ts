import "server-only";
import { type AccessQuestion, AccessStatement } from "@/lib/catalogue/products/access/schema";
import { db } from "@/lib/platform/db";
import { toDay } from "@/lib/versions/values";
import type { Prisma } from "@/prisma/client/client";
import type { DeskStatement, DraftAccess } from "./schema";

const Question = AccessStatement.shape.question;

type Stored = { sentence: string | null; sourceUrl: string | null; readOn: Date | null };

const toStatement = ({ sentence, sourceUrl, readOn }: Stored): DeskStatement | null =>
  sentence === null || sourceUrl === null || readOn === null ? null : { sentence, sourceUrl, readOn: toDay(readOn) };

/** What stands of a product, by question. */
export async function findValidAccess(product: string): Promise<ReadonlyMap<AccessQuestion, DeskStatement>> {
  const rows = await db().accessEntry.findMany({ where: { product, supersededIn: null } });
  return new Map(
    rows.flatMap(({ question, ...stored }) => {
      const statement = toStatement(stored);
      return statement === null ? [] : [[Question.parse(question), statement] as const];
    }),
  );
}

/** What waits of a product in undecided change sets, by question: the newest. */
export async function findWaitingAccess(product: string): Promise<ReadonlyMap<AccessQuestion, DraftAccess>> {
  const rows = await listRows({ product, changeSet: { state: { in: ["draft", "waiting", "approved"] } } });
  return new Map(rows.map((row) => [row.question, row]));
}

export const listDraftAccess = (changeSetId: number): Promise<DraftAccess[]> => listRows({ changeSetId });

async function listRows(where: Prisma.DeskAccessWhereInput): Promise<DraftAccess[]> {
  const rows = await db().deskAccess.findMany({ where, orderBy: { id: "asc" } });
  return rows.map(({ id, changeSetId, product, question, ...stored }) => ({
    id,
    changeSetId,
    product,
    question: Question.parse(question),
    statement: toStatement(stored),
  }));
}
