import { createHash, randomBytes } from "node:crypto";

/** Token of 256 bits for a link that sets a password, made from a seed of as many secret bits. */
export function makeOneTimeToken(seed: Buffer = randomBytes(32)): string {
  return seed.subarray(0, 32).toString("base64url");
}

/** Hash of a set-up token as it is stored, hexadecimal. */
export function hashSetupToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
