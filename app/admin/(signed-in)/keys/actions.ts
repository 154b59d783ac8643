"use server";

import { pickChanges } from "@/lib/access/audit/rules";
import { findKey } from "@/lib/access/keys/data";
import { KeyForm, KeyRevokeForm, KeyRotateForm, KeyUpdateForm, toKeyInput } from "@/lib/access/keys/form-schema";
import { createKey, revokeKey, rotateKey, updateKey } from "@/lib/access/keys/mutations";
import { collapseSpaces } from "@/lib/access/keys/rules";
import { defineAction } from "@/lib/access/staff/actions/gate";
import { isFreshSignIn } from "@/lib/access/staff/roles/rules";
import { currentTime } from "@/lib/platform/clock";
import { publicUrl } from "@/lib/platform/env";

const hrefOf = (id: string, done: string) => `/admin/keys/${id}?done=${done}`;
const toSentBefore = (id: string) => hrefOf(id, "sent-before");

const GONE = { message: "This key is unknown or was revoked: nothing was changed." };

export const create = defineAction(
  "key.create",
  KeyForm,
  async (input, { staff }) =>
    async (tx) => {
      const { key, token } = await createKey(input, { staffId: staff.id }, tx);
      return { type: "key", id: key.id, name: key.name, after: input, next: { show: toShown(key, token) } };
    },
  toSentBefore,
);

export const update = defineAction("key.update", KeyUpdateForm, async ({ id, ...changes }, { staff }) => {
  const key = await findKey(id);
  if (!key) return GONE;
  // As a new key that may collect does.
  const isRaised = key.scope === "read" && changes.scope === "collect";
  if (isRaised && !isFreshSignIn(staff.signedInAt, currentTime())) return { late: "stale" };
  return async (tx) => {
    if (!(await updateKey(id, changes, tx))) return GONE;
    const before = toKeyInput(key);
    const told = pickChanges(before, { ...before, ...changes });
    return { type: "key", id, name: changes.name ?? key.name, ...told, next: { goTo: hrefOf(id, "updated") } };
  };
});

export const rotate = defineAction(
  "key.rotate",
  KeyRotateForm,
  async ({ id, overlap }) => {
    const key = await findKey(id);
    if (!key) return GONE;
    if (key.status === "expired")
      return { message: "This key has expired, and so would a new token: extend its last day first." };
    return async (tx) => {
      const rotated = await rotateKey(id, overlap, tx);
      if (!rotated) return GONE;
      return { type: "key", id, name: key.name, after: { overlap }, next: { show: toShown(key, rotated.token) } };
    };
  },
  toSentBefore,
);

export const revoke = defineAction("key.revoke", KeyRevokeForm, async ({ id, confirmation }) => {
  const key = await findKey(id);
  if (!key) return GONE;
  if (collapseSpaces(confirmation) !== collapseSpaces(key.name)) return { errors: { confirmation: "does not match" } };
  return async (tx) => {
    if (!(await revokeKey(id, tx))) return GONE;
    return { type: "key", id, name: key.name, next: { goTo: hrefOf(id, "revoked") } };
  };
});

function toShown({ id, name }: { id: string; name: string }, token: string) {
  const command = `curl -H 'x-api-key: ${token}' ${publicUrl()}/api/key`;
  return { kind: "token", token, command, keyName: name, keyHref: `/admin/keys/${id}` } as const;
}
