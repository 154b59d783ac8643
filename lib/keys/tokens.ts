import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const PREFIX = "pa_live_";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_LENGTH = 30;
const CHECK_LENGTH = 6;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECK_LENGTH}}$`);

/** A new token: a prefix that secret scanners find, 30 base62 characters (178 bits) and the CRC-32 of both. */
export function makeToken(): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return PREFIX + secret + checksum(PREFIX + secret);
}

/** Whether the text can be a token at all: a mistyped one is refused without asking the database. */
export function isToken(text: string): boolean {
  return FORM.test(text) && text.slice(-CHECK_LENGTH) === checksum(text.slice(0, -CHECK_LENGTH));
}

/** What is stored of a token, hexadecimal. Its 178 random bits need no slow hash. */
export function hashToken(token: string): string {
  return hash("sha256", token);
}

/** How a token is shown after its creation. */
export function maskToken(lastFour: string): string {
  return `${PREFIX}…${lastFour}`;
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
