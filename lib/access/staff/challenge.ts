import "server-only";
import { randomUUID } from "node:crypto";
import { isSigned, sign } from "./signature";

const VALID_MS = 15 * 60_000;

/** What a passkey signs: its own end, and a number that counts once. Only `holder` may bring it back. */
export function makeChallenge(holder: string): string {
  const content = `${Date.now() + VALID_MS}.${randomUUID()}`;
  return `${content}.${sign("challenge", content, holder)}`;
}

/** The number; null for a challenge that is over, or of another holder. */
export function readChallenge(sent: string, holder: string): string | null {
  const [end = "", number = "", signature = ""] = Buffer.from(sent, "base64url").toString().split(".");
  const isOwn = isSigned(signature, "challenge", `${end}.${number}`, holder);
  return isOwn && Number(end) > Date.now() ? number : null;
}
