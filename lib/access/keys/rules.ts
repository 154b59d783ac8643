import { MS_PER_DAY } from "@/lib/contract/days";

const EXPIRES_SOON_DAYS = 14;

export const KEY_STATUSES = ["active", "rotating", "expires soon", "expired", "revoked"] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

type Terms = { revokedAt: Date | null; expiresAt: Date | null };

/** Unix milliseconds: the earlier end of token and key. Infinity for never, -Infinity when revoked. */
export function acceptedUntil(key: Terms, token: { expiresAt: Date | null }): number {
  if (key.revokedAt !== null) return Number.NEGATIVE_INFINITY;
  return Math.min(key.expiresAt?.getTime() ?? Infinity, token.expiresAt?.getTime() ?? Infinity);
}

export function statusOf(key: Terms & { tokens: readonly { expiresAt: Date | null }[] }, now: Date): KeyStatus {
  if (key.revokedAt !== null) return "revoked";
  if (isPast(key.expiresAt, now)) return "expired";
  if (key.expiresAt !== null && key.expiresAt <= soon(now)) return "expires soon";
  return key.tokens.some(({ expiresAt }) => expiresAt !== null && !isPast(expiresAt, now)) ? "rotating" : "active";
}

export function soon(now: Date): Date {
  return new Date(now.getTime() + EXPIRES_SOON_DAYS * MS_PER_DAY);
}

function isPast(instant: Date | null, now: Date): boolean {
  return instant !== null && instant <= now;
}

/** HTML shows several spaces as one. */
export const collapseSpaces = (text: string): string => text.replace(/ {2,}/g, " ");
