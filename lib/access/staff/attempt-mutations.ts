import "server-only";
import { createHash } from "node:crypto";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/prisma/client/client";

export const WINDOW_MS = 15 * 60_000;
const MAX_OF_ACCOUNT = 5;
const MAX_OF_ADDRESS = 20;

/**
 * Allows 5 attempts of an account and 20 of an address in 15 minutes; false beyond. Inserts before counting, so that
 * concurrent attempts cannot exceed the limit.
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

export async function forgiveAttempts(email: string, client: Prisma.TransactionClient = db()): Promise<void> {
  await client.signInFailure.deleteMany({ where: { account: toAccount(email) } });
}

/** Stores a hash, because people type passwords into the wrong field. */
function toAccount(email: string): string {
  return createHash("sha256").update(email).digest("hex");
}
