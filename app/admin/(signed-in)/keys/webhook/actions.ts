"use server";

import { findKey } from "@/lib/access/keys/data";
import { defineAction } from "@/lib/access/staff/actions/gate";
import { isReadable } from "@/lib/platform/guarded-request";
import { findWebhook } from "@/lib/webhooks/data";
import { addTest, pauseWebhook, removeWebhook, renewSecret, resumeWebhook, setWebhook } from "@/lib/webhooks/mutations";
import { hidePath } from "@/lib/webhooks/rules";
import { WebhookForm, WebhookKeyForm, WebhookPauseForm } from "@/lib/webhooks/schema";

const hrefOf = (id: string, done: string) => `/admin/keys/${id}?done=${done}#webhook`;
const toSentBefore = (id: string) => hrefOf(id, "webhook-sent-before");

const GONE = { message: "This key has no webhook: nothing was changed." };
const NO_KEY = { message: "This key is unknown, was revoked or has expired: nothing was changed." };

export const saveWebhook = defineAction(
  "webhook.save",
  WebhookForm,
  async ({ id, address, kinds }) => {
    const key = await findKey(id);
    if (!key || key.status === "revoked" || key.status === "expired") return NO_KEY;
    if (!isReadable(address)) return { errors: { address: "must begin with https://" } };
    const before = await findWebhook(id);
    return async (tx) => {
      const secret = await setWebhook(id, { address, kinds }, tx);
      const told = {
        type: "key" as const,
        id,
        name: key.name,
        ...(before && { before: { address: hidePath(before.address), kinds: before.kinds } }),
        after: { address: hidePath(address), kinds },
      };
      if (secret === null) return { ...told, next: { goTo: hrefOf(id, "webhook-saved") } };
      return { ...told, next: { show: toShown(key, secret) } };
    };
  },
  toSentBefore,
);

export const makeWebhookSecret = defineAction(
  "webhook.secret",
  WebhookKeyForm,
  async ({ id }) => {
    const key = await findKey(id);
    if (!key) return GONE;
    return async (tx) => {
      const secret = await renewSecret(id, tx);
      if (secret === null) return GONE;
      return { type: "key", id, name: key.name, next: { show: toShown(key, secret) } };
    };
  },
  toSentBefore,
);

export const testWebhook = defineAction("webhook.test", WebhookKeyForm, async ({ id }) => {
  const [key, webhook] = await Promise.all([findKey(id), findWebhook(id)]);
  if (!key || !webhook) return GONE;
  return async (tx) => {
    if (!(await addTest(id, tx))) return { message: "A test is on its way already." };
    return { type: "key", id, name: key.name, next: { goTo: hrefOf(id, "webhook-test") } };
  };
});

export const turnWebhook = defineAction("webhook.pause", WebhookPauseForm, async ({ id, paused }) => {
  const key = await findKey(id);
  if (!key) return GONE;
  const turn = paused === "yes" ? pauseWebhook : resumeWebhook;
  return async (tx) => {
    if (!(await turn(id, tx))) return GONE;
    const done = paused === "yes" ? "webhook-paused" : "webhook-resumed";
    return { type: "key", id, name: key.name, after: { paused }, next: { goTo: hrefOf(id, done) } };
  };
});

export const deleteWebhook = defineAction("webhook.remove", WebhookKeyForm, async ({ id }) => {
  const key = await findKey(id);
  if (!key) return GONE;
  return async (tx) => {
    if (!(await removeWebhook(id, tx))) return GONE;
    return { type: "key", id, name: key.name, next: { goTo: hrefOf(id, "webhook-removed") } };
  };
});

function toShown({ id, name }: { id: string; name: string }, secret: string) {
  return { kind: "secret", secret, keyName: name, keyHref: `/admin/keys/${id}#webhook` } as const;
}
