import "server-only";
import { randomUUID } from "node:crypto";
import { currentTime } from "@/lib/platform/clock";
import { isSigned, sign } from "./signature";

const VALID_MS = 15 * 60_000;

/** Makes a challenge for a passkey that ends after 15 minutes and is accepted from `holder` alone. Its number counts once. */
export function makeChallenge(holder: string): string {
  const content = `${currentTime().getTime() + VALID_MS}.${randomUUID()}`;
  return `${content}.${sign("challenge", content, holder)}`;
}

/** Returns its number; null for a challenge that is over, or of another holder. */
export function readChallenge(sent: string, holder: string): string | null {
  const [end = "", number = "", signature = ""] = Buffer.from(sent, "base64url").toString().split(".");
  const isOwn = isSigned(signature, "challenge", `${end}.${number}`, holder);
  return isOwn && Number(end) > currentTime().getTime() ? number : null;
}
