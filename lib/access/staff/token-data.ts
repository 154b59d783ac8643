import "server-only";
import { decode } from "next-auth/jwt";
import { env } from "@/lib/platform/env";
import type { SignedIn } from "./schema";
import { Claims, findSession } from "./session-mutations";

/** Member of the staff that a session cookie belongs to, read from the database; null for every other value. */
export async function findByToken(token: string | undefined): Promise<SignedIn | null> {
  const secret = env().NEXTAUTH_SECRET;
  if (secret === undefined || token === undefined) return null;
  const claims = Claims.safeParse(await decode({ token, secret }).catch(() => null));
  return claims.success ? findSession(claims.data) : null;
}
