"use server";

import { findSetupEmail } from "@/lib/access/staff/data";
import { SetUpForm } from "@/lib/access/staff/form-schema";
import { defineOpenAction } from "@/lib/access/staff/gate";
import { redeemSetupToken } from "@/lib/access/staff/mutations";
import { hashPassword } from "@/lib/access/staff/passwords";
import { SIGN_IN_PATH } from "@/lib/access/staff/rules";
import { findWeakness } from "@/lib/access/staff/weak-passwords-rules";

const ENDED = { message: "This link was used, replaced, or is older than a day. Ask an owner for a new one." };

export const setUp = defineOpenAction("account.set-up", SetUpForm, async ({ token, new_password: password }) => {
  // Checked first, because hashing is slow.
  const email = await findSetupEmail(token);
  if (email === null) return ENDED;
  const weakness = findWeakness(password, email);
  if (weakness !== null) return { errors: { new_password: weakness } };
  const hash = await hashPassword(password);
  return async (tx) => {
    const member = await redeemSetupToken(tx, token, hash);
    if (member === "unknown") return ENDED;
    const next = { goTo: `${SIGN_IN_PATH}?done=set-up` };
    return { type: "staff", id: member.id, name: member.email, actor: member, next };
  };
});
