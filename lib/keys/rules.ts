import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";

const PREFIX = "pa_live_";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_LENGTH = 30;
const CHECK_LENGTH = 6;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECK_LENGTH}}$`);
const DAY_MS = 86_400_000;
const EXPIRES_SOON_DAYS = 14;

export const KEY_STATUSES = ["active", "rotating", "expires soon", "expired", "revoked"] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

/**
 * A new token: a prefix that secret scanners find, 30 base62 characters (178 bits) and the CRC-32 of both.
 * `randomBelow` gives unbiased whole numbers from 0 to below its argument, as `randomInt` of node:crypto does.
 */
export function makeToken(randomBelow: (bound: number) => number): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => ALPHABET[randomBelow(ALPHABET.length)]).join("");
  return PREFIX + secret + checksum(PREFIX + secret);
}

/** Whether the text can be a token at all: a mistyped one is refused without asking the database. */
export function isToken(text: string): boolean {
  return FORM.test(text) && text.slice(-CHECK_LENGTH) === checksum(text.slice(0, -CHECK_LENGTH));
}

/** What is stored of a token, hexadecimal. Its 178 random bits need no slow hash. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** How a token is shown after its creation. */
export function maskToken(lastFour: string): string {
  return `${PREFIX}…${lastFour}`;
}

type Terms = { revokedAt: Date | null; expiresAt: Date | null };

/** Whether a token is accepted at `now`: it and its key have to hold. */
export function isAccepted(key: Terms, token: { expiresAt: Date | null }, now: Date): boolean {
  return key.revokedAt === null && !isPast(key.expiresAt, now) && !isPast(token.expiresAt, now);
}

/** The state of a key at `now`; where several hold, the one that staff should know of first. */
export function statusOf(key: Terms & { tokens: readonly { expiresAt: Date | null }[] }, now: Date): KeyStatus {
  if (key.revokedAt !== null) return "revoked";
  if (isPast(key.expiresAt, now)) return "expired";
  if (key.expiresAt !== null && key.expiresAt <= soon(now)) return "expires soon";
  return key.tokens.some(({ expiresAt }) => expiresAt !== null && !isPast(expiresAt, now)) ? "rotating" : "active";
}

/** The end of "expires soon". */
export function soon(now: Date): Date {
  return new Date(now.getTime() + EXPIRES_SOON_DAYS * DAY_MS);
}

function isPast(instant: Date | null, now: Date): boolean {
  return instant !== null && instant <= now;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let at = 0; at < CHECK_LENGTH; at++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
