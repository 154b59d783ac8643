"use server";

import { cookies } from "next/headers";
import { z } from "zod";
import { defineAction } from "@/lib/access/staff/actions/gate";
import { SIGN_IN_PATH } from "@/lib/access/staff/roles/rules";
import { authCookies } from "@/lib/access/staff/sessions/cookies";
import { endSession } from "@/lib/access/staff/sessions/mutations";

export const signOut = defineAction("session.end", z.object({}), async (_, { staff }) => {
  const { name, options } = authCookies().sessionToken;
  (await cookies()).set(name, "", { ...options, maxAge: 0 });
  return async (tx) => {
    await endSession(staff.sessionId, staff.id, tx);
    return { type: "session", id: staff.sessionId, next: { goTo: `${SIGN_IN_PATH}?done=signed-out` } };
  };
});
