import "server-only";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/platform/env";

/** Of what a browser keeps and sends back, so that it cannot change it. */
export const sign = (...lines: string[]): string =>
  createHmac("sha256", env().NEXTAUTH_SECRET ?? randomBytes(32))
    .update(lines.join("\n"))
    .digest("base64url");

export function isSigned(signature: string, ...lines: string[]): boolean {
  const given = Buffer.from(signature);
  const expected = Buffer.from(sign(...lines));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
