"use server";

import { z } from "zod";
import { checkPassword } from "@/lib/access/staff/check-password";
import { PasswordForm, SessionForm } from "@/lib/access/staff/form-schema";
import { defineAction } from "@/lib/access/staff/gate";
import { setPassword } from "@/lib/access/staff/mutations";
import { hashPassword } from "@/lib/access/staff/passwords";
import { SIGN_IN_PATH } from "@/lib/access/staff/rules";
import { endAllSessions, endSession } from "@/lib/access/staff/session-mutations";
import { findWeakness } from "@/lib/access/staff/weak-passwords-rules";

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

export const endOwn = defineAction("session.end", SessionForm, async ({ id }, { staff }) => async (tx) => {
  if (!(await endSession(id, staff.id, tx))) return { message: "It has ended already. Load the page again." };
  return { type: "session", id, next: { goTo: "/admin/account?done=ended" } };
});

export const signOutEverywhere = defineAction("account.sign-out", z.object({}), async (_, { staff }) => async (tx) => {
  const sessions = await endAllSessions(staff.id, tx);
  const next = { goTo: `${SIGN_IN_PATH}?done=signed-out-everywhere` };
  return { type: "staff", id: staff.id, name: staff.email, after: { sessions }, next };
});
