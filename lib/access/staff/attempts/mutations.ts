import "server-only";
import { createHash } from "node:crypto";
import { currentTime } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/prisma/client/client";

export const WINDOW_MS = 15 * 60_000;
const MAX_OF_SENDER = 5;
const MAX_OF_ADDRESS = 20;
/** Of all networks together; browsers that signed in before are not among them. */
const MAX_OF_ACCOUNT = 100;
const BROWSER = "browser ";

/** Place under which attempts are counted: the browser where the account signed in there before, else the network. */
export type Sender = { address: string; browser: string | null };

/**
 * Allows 5 attempts of an account from a network, 20 of a network and 100 of an account in 15 minutes; false beyond. A
 * browser that signed in before has 5 of its own, so that strangers keep nobody out. Inserts before counting, so that
 * concurrent attempts cannot exceed the limit.
 */
export async function takeAttempt(email: string, sender: Sender): Promise<boolean> {
  const account = toAccount(email);
  const address = toPlace(sender);
  const since = new Date(currentTime().getTime() - WINDOW_MS);
  await forgetAttempts();
  const { id } = await db().signInFailure.create({ data: { account, address } });
  const count = (where: Prisma.SignInFailureWhereInput) =>
    db().signInFailure.count({ where: { ...where, at: { gte: since } } });
  const [ofSender, ofAddress, ofAccount] = await Promise.all([
    count({ account, address }),
    count({ address }),
    count({ account, NOT: { address: { startsWith: BROWSER } } }),
  ]);
  const isFree = sender.browser !== null || (ofAddress <= MAX_OF_ADDRESS && ofAccount <= MAX_OF_ACCOUNT);
  if (ofSender <= MAX_OF_SENDER && isFree) return true;
  // A refused attempt must not prolong the wait.
  await db().signInFailure.deleteMany({ where: { id } });
  return false;
}

export async function forgetAttempts(): Promise<void> {
  await db().signInFailure.deleteMany({ where: { at: { lt: new Date(currentTime().getTime() - WINDOW_MS) } } });
}

/** Of this sender after a sign-in, of all after a new password. */
export async function forgiveAttempts(
  email: string,
  sender: Sender | null,
  client: Prisma.TransactionClient = db(),
): Promise<void> {
  await client.signInFailure.deleteMany({
    where: { account: toAccount(email), ...(sender && { address: toPlace(sender) }) },
  });
}

const toPlace = ({ address, browser }: Sender) => (browser === null ? address : BROWSER + browser);

/** Stores a hash, because people type passwords into the wrong field. */
function toAccount(email: string): string {
  return createHash("sha256").update(email).digest("hex");
}
