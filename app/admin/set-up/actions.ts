"use server";

import { cookies } from "next/headers";
import { authCookies } from "@/lib/access/staff/cookies";
import { findSetupEmail, hasPasswords } from "@/lib/access/staff/data";
import { LinkForm, SetUpForm } from "@/lib/access/staff/form-schema";
import { defineOpenAction } from "@/lib/access/staff/gate";
import { redeemSetupToken } from "@/lib/access/staff/mutations";
import { hashPassword } from "@/lib/access/staff/passwords";
import { SESSION_SECONDS, SIGN_IN_PATH } from "@/lib/access/staff/rules";
import { beginSession } from "@/lib/access/staff/session-mutations";
import { writeToken } from "@/lib/access/staff/token-data";
import { findWeakness } from "@/lib/access/staff/weak-passwords-rules";

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
