import "server-only";
import type { Client, Pool } from "pg";
import { z } from "zod";
import { askApi } from "@/app/api/ask";
import { currentTime } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";
import { FetchFailed, requestGuarded, toGuardedUrl } from "@/lib/platform/guarded-request";
import { log } from "@/lib/platform/log";
import { LOOK_EVERY_MS } from "@/lib/platform/notices";
import { repeatUntilStopped } from "@/lib/platform/repeat";
import { untilDue } from "@/lib/platform/until-due";
import { workAlone } from "@/lib/platform/work-alone";
import { PAUSE_AFTER_MS, signDelivery, toChangesCall, toDeliveryId, WAITS_MS } from "@/lib/webhooks/rules";
import type { WebhookKind } from "@/lib/webhooks/schema";

const AGAIN_MS = 1_000;
const ANSWER_WITHIN_MS = 15_000;
/** Webhooks that are sent to side by side. */
const AT_ONCE = 20;
/** After versions could not be compared yet. */
const COMPARE_AGAIN_MS = 10_000;

/** Sends what waits, in this process alone. Returns a function that ends it; what is on its way then is sent again. */
export const startWebhooks = (): (() => Promise<void>) =>
  repeatUntilStopped(sendDue, LOOK_EVERY_MS, {
    isNow: true,
    wokenBy: "webhook",
    untilDue: () => untilDue("webhook_delivery"),
    retryMs: AGAIN_MS,
    onFailure: (error) => log().warn({ error: error instanceof Error ? error.message : "" }, "webhooks were not sent"),
  });

async function sendDue(stopping: AbortSignal): Promise<void> {
  if ((await readDue(pool())).length === 0) return;
  await workAlone("webhooks", "webhooks", async (client) => {
    while (!stopping.aborted) {
      const due = await readDue(client);
      if (due.length === 0) break;
      await Promise.all(due.map((delivery) => sendOne(client, delivery, stopping)));
    }
  });
}

type Due = {
  id: string;
  keyId: string;
  /** Null for a test. */
  versionId: number | null;
  tries: number;
  /** The version and the one before; null where there is none. */
  version: string;
  since: string | null;
  address: string;
  kinds: WebhookKind[];
  secrets: string[];
};

/** One of each webhook, of versions the oldest: one that waits for its next try holds up those behind it. */
const DUE = `
  SELECT DISTINCT ON (d.key_id) d.id, d.key_id AS "keyId", d.version_id AS "versionId", d.tries, v.version, b.version AS since,
    w.address, w.kinds, CASE WHEN w.secret_ends > $1 THEN ARRAY[w.secret, w.secret_before] ELSE ARRAY[w.secret] END AS secrets
  FROM webhook_delivery d JOIN webhook w ON w.key_id = d.key_id JOIN api_key k ON k.id = d.key_id
  JOIN dataset_version v ON v.id = coalesce(d.version_id, (SELECT max(id) FROM dataset_version))
  LEFT JOIN LATERAL (SELECT version FROM dataset_version WHERE id < v.id ORDER BY id DESC LIMIT 1) b ON true
  WHERE d.state = 'waiting' AND d.due_at <= $1 AND (w.paused_at IS NULL OR d.version_id IS NULL)
    AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $1)
    AND NOT EXISTS (
      SELECT FROM webhook_delivery o WHERE o.key_id = d.key_id AND o.state = 'waiting' AND o.version_id < d.version_id
    )
  ORDER BY d.key_id, d.version_id NULLS FIRST LIMIT ${AT_ONCE}`;

const readDue = async (client: Pool | Client): Promise<Due[]> => (await client.query<Due>(DUE, [currentTime()])).rows;

async function sendOne(client: Client, delivery: Due, stopping: AbortSignal): Promise<void> {
  const { id, versionId } = delivery;
  const read = await readChanges(delivery);
  if (read === "not yet") {
    const dueAt = new Date(currentTime().getTime() + COMPARE_AGAIN_MS);
    await client.query("UPDATE webhook_delivery SET due_at = $2 WHERE id = $1", [id, dueAt]);
    return;
  }
  if (read === "nothing" || (read.total === 0 && versionId !== null)) {
    await client.query("UPDATE webhook_delivery SET state = 'empty' WHERE id = $1", [id]);
    return;
  }
  const answer = await post(delivery, read.body, stopping);
  if (!stopping.aborted) await record(client, delivery, answer);
}

const Counted = z.object({ pagination: z.object({ total_items: z.int() }) });

type Read = { body: string; total: number } | "nothing" | "not yet";

/** The answer of the API, byte for byte. */
async function readChanges({ version, since, kinds }: Due): Promise<Read> {
  if (since === null) return "nothing";
  const answer = await askApi(toChangesCall(since, version, kinds));
  // Rows of versions were removed.
  if (!answer.ok) return answer.status === 410 ? "nothing" : "not yet";
  const body = await answer.text();
  return { body, total: Counted.parse(JSON.parse(body)).pagination.total_items };
}

type Answer = { status: number; failure: null } | { status: null; failure: string };

async function post(delivery: Due, body: string, stopping: AbortSignal): Promise<Answer> {
  const id = toDeliveryId(delivery.id, delivery.versionId === null);
  const timestamp = Math.floor(currentTime().getTime() / 1000);
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signDelivery(delivery.secrets, id, timestamp, body),
  };
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
  try {
    const response = await requestGuarded(toGuardedUrl(delivery.address), { method: "POST", headers, body, signal });
    response.destroy();
    return { status: response.statusCode ?? 0, failure: null };
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error;
    return { status: null, failure: error.message };
  }
}

/** A webhook that was removed meanwhile has no row: nothing is recorded. */
async function record(
  client: Client,
  { id, keyId, versionId, tries }: Due,
  { status, failure }: Answer,
): Promise<void> {
  const now = currentTime();
  if (status !== null && status >= 200 && status < 300) {
    await client.query(
      `WITH delivery AS (
         UPDATE webhook_delivery SET state = 'delivered', tries = tries + 1, tried_at = $2, status = $3, failure = NULL
         WHERE id = $1
       )
       UPDATE webhook SET failing_since = NULL WHERE key_id = $4`,
      [id, now, status, keyId],
    );
    return;
  }
  const isTest = versionId === null;
  const wait = isTest ? undefined : WAITS_MS[tries];
  // A test is no sign that it fails.
  await client.query(
    `WITH delivery AS (
       UPDATE webhook_delivery SET tries = tries + 1, tried_at = $2, status = $3, failure = $5, due_at = coalesce($6, due_at),
         state = CASE WHEN state = 'waiting' AND $6::timestamptz IS NULL THEN 'failed' ELSE state END
       WHERE id = $1
     )
     UPDATE webhook SET failing_since = coalesce(failing_since, $2) WHERE key_id = $4 AND NOT $7`,
    [id, now, status, keyId, failure, wait === undefined ? null : new Date(now.getTime() + wait), isTest],
  );
  if (isTest) return;
  if (status === 410) await pause(client, keyId, "gone", now);
  else if (wait === undefined) await pause(client, keyId, "failures", new Date(now.getTime() - PAUSE_AFTER_MS));
}

/** Pauses a webhook that has failed since a time, and drops what waits for it. */
async function pause(client: Client, keyId: string, by: "gone" | "failures", failingSince: Date): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE webhook SET paused_at = $2, paused_by = $3 WHERE key_id = $1 AND paused_at IS NULL AND failing_since <= $4`,
    [keyId, currentTime(), by, failingSince],
  );
  if (rowCount === 0) return;
  await client.query("UPDATE webhook_delivery SET state = 'dropped' WHERE key_id = $1 AND state = 'waiting'", [keyId]);
  log().warn({ keyId, by }, "a webhook was paused");
}
