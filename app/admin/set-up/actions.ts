"use server";

import { cookies } from "next/headers";
import { defineOpenAction } from "@/lib/access/staff/actions/gate";
import { findSetupEmail, hasPasswords } from "@/lib/access/staff/data";
import { LinkForm, SetUpForm } from "@/lib/access/staff/form-schema";
import { redeemSetupToken } from "@/lib/access/staff/mutations";
import { hashPassword } from "@/lib/access/staff/passwords/passwords";
import { findWeakness } from "@/lib/access/staff/passwords/weak-passwords-rules";
import { SESSION_SECONDS, SIGN_IN_PATH } from "@/lib/access/staff/roles/rules";
import { authCookies } from "@/lib/access/staff/sessions/cookies";
import { beginSession } from "@/lib/access/staff/sessions/mutations";
import { writeToken } from "@/lib/access/staff/set-up/token/data";

const ENDED = { message: "This link was used, replaced, or is older than a day. Ask an owner for a new one." };
const OTHER_WAY = { message: "Load the page again: how people sign in here was changed." };

export const setUp = defineOpenAction("account.set-up", SetUpForm, async ({ token, new_password: password }) => {
  if (!hasPasswords()) return OTHER_WAY;
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

/** Signs in by the link where there are no passwords, so that the member can add a passkey. */
export const enterByLink = defineOpenAction("account.set-up", LinkForm, async ({ token }, { clientAddress }) => {
  if (hasPasswords()) return OTHER_WAY;
  const browser = await cookies();
  return async (tx) => {
    const member = await redeemSetupToken(tx, token, null);
    if (member === "unknown") return ENDED;
    const from = { provider: "set-up link", address: clientAddress, former: null };
    const claims = await beginSession(tx, member.id, from);
    if (claims === null) return ENDED;
    const session = await writeToken(claims);
    return {
      type: "staff",
      id: member.id,
      name: member.email,
      actor: member,
      next: { goTo: "/admin/account?done=link" },
      followUp: () => {
        const { name, options } = authCookies().sessionToken;
        browser.set(name, session, { ...options, maxAge: SESSION_SECONDS });
      },
    };
  };
});
