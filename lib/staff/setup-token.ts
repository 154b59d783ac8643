import { createHash, randomBytes } from "node:crypto";

/** 256 random bits for a link that sets a password. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of it, hexadecimal. */
export function hashSetupToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
