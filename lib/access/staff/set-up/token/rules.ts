import { createHash, randomBytes } from "node:crypto";

export function makeOneTimeToken(): string {
  return randomBytes(32).toString("base64url");
}

export function hashSetupToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
