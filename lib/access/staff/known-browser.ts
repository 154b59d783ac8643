import "server-only";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/platform/env";

export const KNOWN_BROWSER_SECONDS = 365 * 86_400;

/** Content of the cookie of a browser in which this person signed in. */
export function makeKnownBrowser(email: string): string {
  const number = randomBytes(16).toString("base64url");
  return `${number}.${sign(number, email)}`;
}

/** Number of the browser; null for a stranger's, and for that of another person. */
export function findKnownBrowser(cookie: string | undefined, email: string): string | null {
  const [number = "", signature = ""] = cookie?.split(".") ?? [];
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(number, email))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? number : null;
}

const sign = (number: string, email: string) =>
  createHmac("sha256", env().NEXTAUTH_SECRET ?? randomBytes(32))
    .update(`browser\n${number}\n${email}`)
    .digest("base64url");
