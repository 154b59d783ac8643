import "server-only";
import { MS_PER_DAY, MS_PER_HOUR } from "@/lib/contract/days";
import { currentTime } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/prisma/client/client";
import type { KeyChanges, KeyInput, Overlap } from "./schema";
import { hashToken, makeToken } from "./tokens";

const OVERLAP_MS: Record<Overlap, number> = { now: 0, "1h": MS_PER_HOUR, "24h": MS_PER_DAY, "7d": 7 * MS_PER_DAY };

type Tx = Prisma.TransactionClient;

/** Returns the token, which is stored nowhere. Every mutation joins the transaction `tx` when given one. */
export function createKey(input: KeyInput, by: { staffId: string | null }, tx?: Tx) {
  return inTransaction(tx, async (client) => {
    const token = makeToken();
    const key = await client.apiKey.create({
      data: { ...toColumns(input), createdById: by.staffId, tokens: { create: toStored(token) } },
    });
    return { key, token };
  });
}

/** Returns false when the key is unknown or revoked. */
export function updateKey(id: string, changes: KeyChanges, tx?: Tx): Promise<boolean> {
  const { name, owner, contact_email, note, requests_per_minute, scope, expires_at } = changes;
  const data = {
    ...(name !== undefined && { name }),
    ...(owner !== undefined && { owner }),
    ...(contact_email !== undefined && { contactEmail: contact_email }),
    ...(note !== undefined && { note }),
    ...(requests_per_minute !== undefined && { requestsPerMinute: requests_per_minute }),
    ...(scope !== undefined && { scope }),
    ...(expires_at !== undefined && { expiresAt: expires_at }),
    revokedAt: null,
  };
  return inTransaction(tx, async (client) => {
    const { count } = await client.apiKey.updateMany({ where: { id, revokedAt: null }, data });
    return count === 1;
  });
}

/** Older tokens stay valid for at most the overlap. Returns null when the key is unknown or revoked. */
export function rotateKey(id: string, overlap: Overlap, tx?: Tx): Promise<{ token: string } | null> {
  return inTransaction(tx, async (client) => {
    // Locks the key until the commit, so that rotations and revocations run one at a time.
    const { count } = await client.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: null } });
    if (count === 0) return null;
    const end = new Date(currentTime().getTime() + OVERLAP_MS[overlap]);
    await client.apiKeyToken.updateMany({
      where: { keyId: id, OR: [{ expiresAt: null }, { expiresAt: { gt: end } }] },
      data: { expiresAt: end },
    });
    const token = makeToken();
    await client.apiKeyToken.create({ data: { ...toStored(token), keyId: id } });
    return { token };
  });
}

/** Revokes permanently, and removes its webhook. Returns false when the key is unknown or already revoked. */
export function revokeKey(id: string, tx?: Tx): Promise<boolean> {
  return inTransaction(tx, async (client) => {
    const { count } = await client.apiKey.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: currentTime() },
    });
    await client.webhook.deleteMany({ where: { keyId: id } });
    return count === 1;
  });
}

function inTransaction<T>(tx: Tx | undefined, work: (client: Tx) => Promise<T>): Promise<T> {
  return tx ? work(tx) : db().$transaction(work);
}

function toColumns(input: KeyInput) {
  return {
    name: input.name,
    owner: input.owner,
    contactEmail: input.contact_email ?? null,
    note: input.note ?? null,
    requestsPerMinute: input.requests_per_minute,
    scope: input.scope ?? "read",
    expiresAt: input.expires_at ?? null,
  };
}

function toStored(token: string) {
  return { hash: hashToken(token), lastFour: token.slice(-4) };
}
