import { createHash, randomBytes } from "node:crypto";

/** 256 bits for a link that sets a password, of a seed with as many secret ones. */
export function makeOneTimeToken(seed: Buffer = randomBytes(32)): string {
  return seed.subarray(0, 32).toString("base64url");
}

/** What is stored of it, hexadecimal. */
export function hashSetupToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
