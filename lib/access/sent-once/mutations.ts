import "server-only";
import { MS_PER_DAY } from "@/lib/contract/days";
import { currentTime } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/prisma/client/client";

const KEPT_DAYS = 90;

/**
 * Finds what an earlier copy of this form or answer was about, else null. Locks its id, so that the second of two
 * concurrent copies waits.
 */
export async function findSent(tx: Prisma.TransactionClient, id: string): Promise<string | null> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${id}, 0))`;
  const sent = await tx.sentOnce.findUnique({ where: { id }, select: { event: { select: { targetId: true } } } });
  return sent?.event.targetId ?? null;
}

/** A challenge is good for minutes, a form as long as its page is open somewhere. */
export async function forgetSent(): Promise<void> {
  const since = new Date(currentTime().getTime() - KEPT_DAYS * MS_PER_DAY);
  await db().sentOnce.deleteMany({ where: { at: { lt: since } } });
}
