import { createHmac, timingSafeEqual } from "node:crypto";
import { MS_PER_HOUR } from "@/lib/contract/days";

const TOKEN_HOURS = 24;

/** Binds a form to price, client address and one day. `nowMs` since 1970. */
export function makeFormToken(secret: string, address: string, series: string, nowMs: number): string {
  const issued = Math.floor(nowMs / MS_PER_HOUR).toString(36);
  return `${issued}.${sign(secret, [issued, address, series])}`;
}

export function isFormToken(token: string, secret: string, address: string, series: string, nowMs: number): boolean {
  const [issued = "", signature = ""] = token.split(".");
  const ageHours = Math.floor(nowMs / MS_PER_HOUR) - Number.parseInt(issued, 36);
  if (!(ageHours >= 0 && ageHours <= TOKEN_HOURS)) return false;
  const expected = Buffer.from(sign(secret, [issued, address, series]));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The client address itself is not stored. */
export const hashAddress = (secret: string, address: string): string => sign(secret, ["sender", address]);

const sign = (secret: string, parts: readonly string[]) =>
  createHmac("sha256", secret)
    .update(`report\n${parts.join("\n")}`)
    .digest("base64url")
    .slice(0, 32);
