"use server";

import { z } from "zod";
import { defineAction } from "@/lib/access/staff/actions/gate";
import { findMember } from "@/lib/access/staff/data";
import { PasskeyForm, PasskeyRemoveForm, PasswordForm, SessionForm } from "@/lib/access/staff/form-schema";
import { setPassword } from "@/lib/access/staff/mutations";
import { readNewPasskey } from "@/lib/access/staff/passkeys/data";
import {
  type PasskeyRefusal,
  addPasskey as storePasskey,
  removePasskey as takePasskey,
} from "@/lib/access/staff/passkeys/mutations";
import { hashPassword } from "@/lib/access/staff/passwords/passwords";
import { findWeakness } from "@/lib/access/staff/passwords/weak-passwords-rules";
import { SIGN_IN_PATH } from "@/lib/access/staff/roles/rules";
import { endAllSessions, endSession } from "@/lib/access/staff/sessions/mutations";
import { checkPassword } from "@/lib/access/staff/sign-in/check-password";
import { makeProviders } from "@/lib/access/staff/sign-in/providers";

export const changePassword = defineAction(
  "account.password",
  PasswordForm,
  async (input, { staff, clientAddress }) => {
    const weakness = findWeakness(input.new_password, staff.email);
    if (weakness !== null) return { errors: { new_password: weakness } };
    const { kind } = await checkPassword(staff.email, input.current_password, {
      address: clientAddress,
      browser: `of session ${staff.sessionId}`,
    });
    if (kind === "wait") return { message: "Too many wrong passwords: wait a quarter of an hour." };
    if (kind === "wrong") return { errors: { current_password: "is not right" } };
    const hash = await hashPassword(input.new_password);
    return async (tx) => {
      await setPassword(tx, staff.id, hash, staff.sessionId);
      return { type: "staff", id: staff.id, name: staff.email, next: { goTo: "/admin/account?done=password" } };
    };
  },
);

const NOT_ADDED: Record<PasskeyRefusal, string> = {
  used: "This was sent before. Load the page again.",
  known: "This passkey is here already.",
  many: "There are as many passkeys as an account may have: remove one first.",
};

export const addPasskey = defineAction(
  "passkey.add",
  PasskeyForm,
  async ({ passkey_name: name, answer }, { staff }) => {
    const made = await readNewPasskey(answer, staff);
    if (made === null) return { message: "The passkey was not taken. Load the page again, then add it once more." };
    return async (tx) => {
      const added = await storePasskey(tx, { staffId: staff.id, name, made });
      if (typeof added === "string") return { message: NOT_ADDED[added] };
      const next = { goTo: "/admin/account?done=passkey" };
      return { type: "passkey", id: added.id, name, sentId: made.challenge, next };
    };
  },
);

export const removePasskey = defineAction("passkey.remove", PasskeyRemoveForm, async ({ id }, { staff }) => {
  const keepsOne = !(await findMember(staff.id))?.hasPassword && makeProviders().length === 0;
  return async (tx) => {
    const removed = await takePasskey(tx, { id, staffId: staff.id, keepsOne });
    if (removed === "unknown") return { message: "It is gone already. Load the page again." };
    if (removed === "last") return { message: "It is your only way in: add another passkey first." };
    return { type: "passkey", id, name: removed.name, next: { goTo: "/admin/account?done=passkey-removed" } };
  };
});

export const endOwn = defineAction("session.end", SessionForm, async ({ id }, { staff }) => async (tx) => {
  if (!(await endSession(id, staff.id, tx))) return { message: "It has ended already. Load the page again." };
  return { type: "session", id, next: { goTo: "/admin/account?done=ended" } };
});

export const signOutEverywhere = defineAction("account.sign-out", z.object({}), async (_, { staff }) => async (tx) => {
  const sessions = await endAllSessions(staff.id, tx);
  const next = { goTo: `${SIGN_IN_PATH}?done=signed-out-everywhere` };
  return { type: "staff", id: staff.id, name: staff.email, after: { sessions }, next };
});
