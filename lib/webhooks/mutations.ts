import "server-only";
import type { ClientBase } from "pg";
import { MS_PER_DAY } from "@/lib/contract/days";
import { currentTime } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/prisma/client/client";
import { makeSecret, SECRET_OVERLAP_MS } from "./rules";
import type { WebhookKind } from "./schema";

type Tx = Prisma.TransactionClient;

const DELIVERIES_KEPT_DAYS = 90;

/** Returns the secret of a new webhook, null for one that was there and is sent to the address from now on. */
export async function setWebhook(
  keyId: string,
  { address, kinds }: { address: string; kinds: WebhookKind[] },
  tx: Tx,
): Promise<string | null> {
  const secret = makeSecret();
  const { count } = await tx.webhook.createMany({ data: { keyId, address, kinds, secret }, skipDuplicates: true });
  if (count === 1) return secret;
  await tx.webhook.update({ where: { keyId }, data: { address, kinds } });
  return null;
}

/** The present secret signs too for a day. Null where there is no webhook. */
export async function renewSecret(keyId: string, tx: Tx): Promise<string | null> {
  const [held] = await tx.$queryRaw<{ secret: string }[]>`
    SELECT secret FROM webhook WHERE key_id = ${keyId}::uuid FOR NO KEY UPDATE`;
  if (held === undefined) return null;
  const secret = makeSecret();
  const secretEnds = new Date(currentTime().getTime() + SECRET_OVERLAP_MS);
  await tx.webhook.update({ where: { keyId }, data: { secret, secretBefore: held.secret, secretEnds } });
  return secret;
}

/** What waits is dropped by a pause. False where there is no webhook. */
export async function pauseWebhook(keyId: string, tx: Tx): Promise<boolean> {
  const data = { pausedAt: currentTime(), pausedBy: "staff" };
  const { count } = await tx.webhook.updateMany({ where: { keyId, pausedAt: null }, data });
  await tx.webhookDelivery.updateMany({ where: { keyId, state: "waiting" }, data: { state: "dropped" } });
  return count === 1;
}

export async function resumeWebhook(keyId: string, tx: Tx): Promise<boolean> {
  const data = { pausedAt: null, pausedBy: null, failingSince: null };
  const { count } = await tx.webhook.updateMany({ where: { keyId, pausedAt: { not: null } }, data });
  return count === 1;
}

/** Removes its deliveries too. */
export async function removeWebhook(keyId: string, tx: Tx): Promise<boolean> {
  const { count } = await tx.webhook.deleteMany({ where: { keyId } });
  return count === 1;
}

/** Sends the newest changes once, also while it is paused. False while another test waits. */
export async function addTest(keyId: string, tx: Tx): Promise<boolean> {
  const waiting = await tx.webhookDelivery.count({ where: { keyId, versionId: null, state: "waiting" } });
  if (waiting > 0) return false;
  const at = currentTime();
  await tx.webhookDelivery.create({ data: { keyId, at, dueAt: at } });
  return true;
}

/**
 * Writes, in the transaction of a publish, to whom the version is sent. A webhook that is removed meanwhile is waited for, and
 * gets nothing: the publish goes on.
 */
export async function writeDeliveries(client: ClientBase, versionId: number): Promise<void> {
  await client.query(
    `INSERT INTO webhook_delivery (key_id, version_id, at, due_at)
     SELECT w.key_id, $1, $2, $2 FROM webhook w JOIN api_key k ON k.id = w.key_id
     WHERE w.paused_at IS NULL AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2)
       AND EXISTS (SELECT FROM dataset_version WHERE id < $1)
     FOR KEY SHARE OF w`,
    [versionId, currentTime()],
  );
}

export async function eraseDeliveries(): Promise<void> {
  const at = { lt: new Date(currentTime().getTime() - DELIVERIES_KEPT_DAYS * MS_PER_DAY) };
  await db().webhookDelivery.deleteMany({ where: { at } });
}
