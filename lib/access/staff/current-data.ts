import "server-only";
import { cookies } from "next/headers";
import { forbidden, redirect } from "next/navigation";
import { cache } from "react";
import { type Action, may, SIGN_IN_PATH } from "@/lib/access/staff/roles/rules";
import type { SignedIn } from "@/lib/access/staff/roles/schema";
import { sessionCookieName } from "@/lib/access/staff/sessions/cookies";
import { findByToken } from "@/lib/access/staff/set-up/token/data";

/** Reads the database once for each request; null for nobody. */
export const findSignedIn = cache(async (): Promise<SignedIn | null> => {
  return findByToken((await cookies()).get(sessionCookieName())?.value);
});

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Redirects to the sign-in page, or where the role does not allow `action`, to the page about the missing permission.
 */
export async function requireStaff(action: Action, path: string, query: Query = {}): Promise<SignedIn> {
  const staff = await findSignedIn();
  if (!staff) {
    const pairs = Object.entries(query).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
    const callbackUrl = pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
    redirect(`${SIGN_IN_PATH}?${new URLSearchParams({ callbackUrl })}`);
  }
  if (!may(staff.role, action)) forbidden();
  return staff;
}
