import "server-only";
import { cookies } from "next/headers";
import { forbidden, redirect } from "next/navigation";
import { cache } from "react";
import { sessionCookieName } from "./cookies";
import { type Action, may, SIGN_IN_PATH } from "./rules";
import type { SignedIn } from "./schema";
import { findByToken } from "./token-data";

/** Returns who is signed in, read from the database for each request; null for nobody. */
export const findSignedIn = cache(async (): Promise<SignedIn | null> => {
  return findByToken((await cookies()).get(sessionCookieName())?.value);
});

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Returns who is signed in, if their role allows `action`; called by pages and handlers before they read anything.
 * Redirects others to the sign-in page, which returns to `path` with its query, or to the page that says which permission
 * is missing.
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
