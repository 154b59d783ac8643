import "server-only";
import { createHash } from "node:crypto";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/prisma/client/client";

export const WINDOW_MS = 15 * 60_000;
const MAX_OF_ACCOUNT = 5;
const MAX_OF_ADDRESS = 20;

/**
 * Takes one of the attempts that an account (5 in 15 minutes) and an address (20) have. Returns false when there
 * is none left. The attempt is written before it is counted: of many at one moment no more than that many see
 * room. It counts as failed until `forgiveAttempts`. Rejects when the database is away, and so must the sign-in.
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
  // What was not tried must not prolong the wait.
  await db().signInFailure.deleteMany({ where: { id } });
  return false;
}

/** Forgets the failures of an account: its password was right, or was set anew. */
export async function forgiveAttempts(email: string, client: Prisma.TransactionClient = db()): Promise<void> {
  await client.signInFailure.deleteMany({ where: { account: toAccount(email) } });
}

/** Failures are kept under a hash: people type passwords into the wrong field. */
function toAccount(email: string): string {
  return createHash("sha256").update(email).digest("hex");
}
