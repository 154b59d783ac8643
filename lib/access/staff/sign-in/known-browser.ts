import "server-only";
import { randomBytes } from "node:crypto";
import { isSigned, sign } from "@/lib/access/staff/passkeys/signature";

export const KNOWN_BROWSER_SECONDS = 365 * 86_400;

/** Content of the cookie of a browser in which this person signed in. */
export function makeKnownBrowser(email: string): string {
  const number = randomBytes(16).toString("base64url");
  return `${number}.${sign("browser", number, email)}`;
}

/** Number of the browser; null for a stranger's, and for that of another person. */
export function findKnownBrowser(cookie: string | undefined, email: string): string | null {
  const [number = "", signature = ""] = cookie?.split(".") ?? [];
  return isSigned(signature, "browser", number, email) ? number : null;
}
