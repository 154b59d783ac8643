import "server-only";
import { createHash } from "node:crypto";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/prisma/client/client";

export const WINDOW_MS = 15 * 60_000;
const MAX_OF_ACCOUNT = 5;
const MAX_OF_ADDRESS = 20;

/**
 * Takes one of the sign-in attempts of an account (5 in 15 minutes) and of a client address (20). Returns false when
 * none is left. Inserts the attempt before counting, so that of many concurrent attempts no more than the limit
 * succeed. The attempt counts as failed until `forgiveAttempts`. Rejects while the database is unavailable; the sign-in
 * must then fail too.
 */
export async function takeAttempt(email: string, address: string): Promise<boolean> {
  const account = toAccount(email);
  const since = new Date(Date.now() - WINDOW_MS);
  await db().signInFailure.deleteMany({ where: { at: { lt: since } } });
  const { id } = await db().signInFailure.create({ data: { account, address } });
  const [ofAccount, ofAddress] = await Promise.all([
    db().signInFailure.count({ where: { account, at: { gte: since } } }),
    db().signInFailure.count({ where: { address, at: { gte: since } } }),
  ]);
  if (ofAccount <= MAX_OF_ACCOUNT && ofAddress <= MAX_OF_ADDRESS) return true;
  // A refused attempt must not prolong the wait.
  await db().signInFailure.deleteMany({ where: { id } });
  return false;
}

/** Removes the failures of an account, after the right password or a new one. */
export async function forgiveAttempts(email: string, client: Prisma.TransactionClient = db()): Promise<void> {
  await client.signInFailure.deleteMany({ where: { account: toAccount(email) } });
}

/** Failures are stored under a hash, because people type passwords into the wrong field. */
function toAccount(email: string): string {
  return createHash("sha256").update(email).digest("hex");
}
