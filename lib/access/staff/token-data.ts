import "server-only";
import { decode } from "next-auth/jwt";
import { env } from "@/lib/platform/env";
import type { SignedIn } from "./schema";
import { Claims, findSession } from "./session-mutations";

export async function findByToken(token: string | undefined): Promise<SignedIn | null> {
  const secret = env().NEXTAUTH_SECRET;
  if (secret === undefined || token === undefined) return null;
  const claims = Claims.safeParse(await decode({ token, secret }).catch(() => null));
  return claims.success ? findSession(claims.data) : null;
}
