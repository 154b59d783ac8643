import "server-only";
import { currentTime } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { type Delivery, DeliveryState, WEBHOOK_KINDS, type WebhookFacts, WebhookPause } from "./schema";

const DELIVERIES_SHOWN = 20;

/** Without its secret. */
export async function findWebhook(keyId: string): Promise<WebhookFacts | null> {
  const select = {
    address: true,
    kinds: true,
    pausedAt: true,
    pausedBy: true,
    failingSince: true,
    secretEnds: true,
  } as const;
  const row = await db().webhook.findUnique({ where: { keyId }, select });
  return (
    row && {
      ...row,
      kinds: WEBHOOK_KINDS.filter((kind) => row.kinds.includes(kind)),
      pausedBy: WebhookPause.nullable().parse(row.pausedBy),
    }
  );
}

/** The newest first. */
export async function listDeliveries(keyId: string): Promise<Delivery[]> {
  const rows = await db().webhookDelivery.findMany({
    where: { keyId },
    orderBy: [{ at: "desc" }, { versionId: "desc" }],
    take: DELIVERIES_SHOWN,
  });
  const ids = rows.flatMap(({ versionId }) => (versionId === null ? [] : [versionId]));
  const versions = await db().datasetVersion.findMany({
    where: { id: { in: ids } },
    select: { id: true, version: true },
  });
  const names = new Map(versions.map(({ id, version }) => [id, version]));
  return rows.map(({ id, versionId, state, at, dueAt, tries, triedAt, status, failure }) => ({
    id,
    version: versionId === null ? null : (names.get(versionId) ?? null),
    state: DeliveryState.parse(state),
    at,
    dueAt,
    tries,
    triedAt,
    status,
    failure,
  }));
}

/** Those of keys that have ended wait for nobody. */
export const countWaitingDeliveries = (): Promise<number> =>
  db().webhookDelivery.count({
    where: {
      state: "waiting",
      webhook: {
        pausedAt: null,
        key: { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: currentTime() } }] },
      },
    },
  });
