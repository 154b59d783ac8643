import { createHmac, randomBytes } from "node:crypto";
import { MS_PER_DAY, MS_PER_HOUR } from "@/lib/contract/days";
import { toHref } from "@/lib/pages/query";
import type { WebhookKind } from "./schema";

const MINUTE_MS = 60_000;

/** Waits after the tries that failed; after one more, a day has passed and none is left. */
export const WAITS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * MS_PER_HOUR,
  5 * MS_PER_HOUR,
  8 * MS_PER_HOUR,
  8 * MS_PER_HOUR,
];

/** A webhook that has failed for so long is paused. */
export const PAUSE_AFTER_MS = 3 * MS_PER_DAY;

/** How long the secret before a new one signs too. */
export const SECRET_OVERLAP_MS = MS_PER_DAY;

const SECRET_PREFIX = "whsec_";

/** As Standard Webhooks has it: base64 of random bytes behind a prefix. */
export const makeSecret = (): string => SECRET_PREFIX + randomBytes(32).toString("base64");

/** `webhook-signature` of Standard Webhooks 1.0, by each secret; `timestamp` in seconds. */
export function signDelivery(secrets: readonly string[], id: string, timestamp: number, body: string): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
    })
    .join(" ");
}

/** Id that a delivery has in the field `webhook-id`. */
export const toDeliveryId = (id: string, isTest: boolean): string => `${isTest ? "test" : "msg"}_${id}`;

/** The call whose answer a webhook gets, never of exchange rates; no kinds stand for prices that vendors changed. */
export function toChangesCall(since: string, until: string, kinds: readonly WebhookKind[]): string {
  const which =
    kinds.length === 0 ? { cause: "vendor" } : { kind: kinds.join(","), object: "price,product,observation" };
  return toHref("/api/changes", { since, until, ...which });
}

/** Scheme and host: the rest of an address may be a secret. */
export function hidePath(address: string): string {
  const { origin, pathname, search } = new URL(address);
  return pathname === "/" && search === "" ? address : `${origin}/…`;
}
