import "server-only";
import { decode, encode } from "next-auth/jwt";
import { SESSION_SECONDS } from "@/lib/access/staff/roles/rules";
import type { SignedIn } from "@/lib/access/staff/roles/schema";
import { Claims, findSession } from "@/lib/access/staff/sessions/mutations";
import { env } from "@/lib/platform/env";

export async function findByToken(token: string | undefined): Promise<SignedIn | null> {
  const claims = await readClaims(token);
  return claims && findSession(claims);
}

/** Content of the session cookie, as next-auth writes it. */
export function writeToken(claims: Claims): Promise<string> {
  const secret = env().NEXTAUTH_SECRET;
  if (secret === undefined) throw new Error("NEXTAUTH_SECRET is not set");
  return encode({ token: claims, secret, maxAge: SESSION_SECONDS });
}

/** Null for a token that is not ours, or is over. */
export async function readClaims(token: string | undefined): Promise<Claims | null> {
  const secret = env().NEXTAUTH_SECRET;
  if (secret === undefined || token === undefined) return null;
  return Claims.safeParse(await decode({ token, secret }).catch(() => null)).data ?? null;
}
