import "server-only";
import { findSent } from "@/lib/access/sent-once/mutations";
import { currentTime } from "@/lib/platform/clock";
import type { Prisma } from "@/prisma/client/client";
import type { NewPasskey } from "./data";

type Tx = Prisma.TransactionClient;

const MAX_PASSKEYS = 20;

export type PasskeyRefusal = "used" | "known" | "many";

/** "used": what the device signed counted before. */
export async function addPasskey(
  tx: Tx,
  { staffId, name, made }: { staffId: string; name: string; made: NewPasskey },
): Promise<{ id: string } | PasskeyRefusal> {
  if (await findSent(tx, made.challenge)) return "used";
  if ((await tx.passkey.count({ where: { staffId } })) >= MAX_PASSKEYS) return "many";
  const { credentialId, publicKey, counter } = made;
  const [added] = await tx.passkey.createManyAndReturn({
    data: [{ staffId, name, credentialId, publicKey, counter }],
    skipDuplicates: true,
    select: { id: true },
  });
  return added ?? "known";
}

/** Returns its name. "unknown": it is gone, or somebody else's. `keepsOne` refuses to remove the "last" one. */
export async function removePasskey(
  tx: Tx,
  { id, staffId, keepsOne }: { id: string; staffId: string; keepsOne: boolean },
): Promise<{ name: string } | "unknown" | "last"> {
  // Two that are sent at one moment wait for each other, so that both cannot leave the other.
  await tx.$queryRaw`SELECT id FROM staff WHERE id = ${staffId}::uuid FOR UPDATE`;
  const own = await tx.passkey.findMany({ where: { staffId }, select: { id: true, name: true } });
  const found = own.find((passkey) => passkey.id === id);
  if (found === undefined) return "unknown";
  if (keepsOne && own.length === 1) return "last";
  await tx.passkey.deleteMany({ where: { id, staffId } });
  return { name: found.name };
}

export async function removeAllPasskeys(tx: Tx, staffId: string): Promise<void> {
  await tx.passkey.deleteMany({ where: { staffId } });
}

/**
 * Notes a use by the count of the device, and refuses one that did not grow: somebody has a copy. Devices that do not
 * count send 0. One statement, so that of two uses at one moment one is refused.
 */
export async function noteUse(tx: Tx, credentialId: string, counter: bigint): Promise<boolean> {
  const { count } = await tx.passkey.updateMany({
    where: { credentialId, OR: [{ counter: { lt: counter } }, ...(counter === 0n ? [{ counter }] : [])] },
    data: { counter, lastUsedAt: currentTime() },
  });
  return count === 1;
}
