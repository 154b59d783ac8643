import { createHash, randomBytes } from "node:crypto";

/** Token of 256 random bits for a link that sets a password. */
export function makeOneTimeToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Hash of a set-up token as it is stored, hexadecimal. */
export function hashSetupToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
