import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const PREFIX = "pa_live_";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_LENGTH = 30;
const CHECK_LENGTH = 6;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECK_LENGTH}}$`);

/**
 * Makes a prefix for secret scanners, 30 base62 characters (178 bits) and a CRC-32. The remainder of 64 random bytes
 * is uniform to 1 in 2^300.
 */
export function makeToken(): string {
  const secret = writeDigits(BigInt(`0x${randomBytes(64).toString("hex")}`), SECRET_LENGTH);
  return PREFIX + secret + checksum(PREFIX + secret);
}

/** Checks form and checksum, so that mistyped tokens need no query. */
export function isToken(text: string): boolean {
  return FORM.test(text) && text.slice(-CHECK_LENGTH) === checksum(text.slice(0, -CHECK_LENGTH));
}

/** Hexadecimal. A fast hash is enough for 178 random bits. */
export function hashToken(token: string): string {
  return hash("sha256", token);
}

export function maskToken(lastFour: string): string {
  return `${PREFIX}…${lastFour}`;
}

function checksum(text: string): string {
  return writeDigits(BigInt(crc32(text)), CHECK_LENGTH);
}

function writeDigits(number: bigint, length: number): string {
  let rest = number;
  let digits = "";
  for (let at = 0; at < length; at++) {
    digits = ALPHABET[Number(rest % 62n)] + digits;
    rest /= 62n;
  }
  return digits;
}
