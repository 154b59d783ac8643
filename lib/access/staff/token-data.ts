import "server-only";
import { decode } from "next-auth/jwt";
import { env } from "@/lib/platform/env";
import type { SignedIn } from "./schema";
import { Claims, findSession } from "./session-mutations";

export async function findByToken(token: string | undefined): Promise<SignedIn | null> {
  const claims = await readClaims(token);
  return claims && findSession(claims);
}

/** Null for a token that is not ours, or is over. */
export async function readClaims(token: string | undefined): Promise<Claims | null> {
  const secret = env().NEXTAUTH_SECRET;
  if (secret === undefined || token === undefined) return null;
  return Claims.safeParse(await decode({ token, secret }).catch(() => null)).data ?? null;
}
