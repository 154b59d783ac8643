import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

// OWASP Password Storage Cheat Sheet: scrypt with N = 2^15, r = 8, p = 3; about 32 MB a hash.
const COST = { logN: 15, r: 8, p: 3 };
const KEY_BYTES = 32;
const FORM = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

/** Includes its parameters, so that old hashes stay valid when they are raised. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return `$scrypt$ln=${COST.logN},r=${COST.r},p=${COST.p}$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

/** Takes as long without a hash, so that timing does not reveal accounts. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, logN, r, p, salt = "", expected = ""] = FORM.exec(hash ?? "") ?? [];
  const cost = logN === undefined ? COST : { logN: Number(logN), r: Number(r), p: Number(p) };
  const key = await derive(password, Buffer.from(salt, "base64url"), cost);
  const wanted = Buffer.from(expected, "base64url");
  return wanted.length === key.length && timingSafeEqual(wanted, key);
}

function derive(password: string, salt: Buffer, { logN, r, p }: typeof COST): Promise<Buffer> {
  const N = 2 ** logN;
  const options: ScryptOptions = { N, r, p, maxmem: 128 * r * (N + p) * 2 };
  return new Promise((resolve, reject) => {
    // Keyboards produce composed or decomposed letters, which look the same.
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
