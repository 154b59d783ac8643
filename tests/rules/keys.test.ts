import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toEndOfDay } from "@/lib/access/keys/form-schema";
import { acceptedUntil, statusOf } from "@/lib/access/keys/rules";
import { KeyInput } from "@/lib/access/keys/schema";
import { hashToken, isToken, makeToken, maskToken } from "@/lib/access/keys/tokens";

const BASE62 = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];

describe("a token", () => {
  test("has its prefix, 30 random characters and 6 of their CRC-32", () => {
    expect(makeToken()).toMatch(/^pa_live_[0-9A-Za-z]{36}$/);
    expect(isToken(`pa_live_${"0".repeat(30)}${toBase62(crc32ByBits(`pa_live_${"0".repeat(30)}`))}`)).toBe(true);
  });

  test("is never made twice, and uses every character in every place", () => {
    const tokens = Array.from({ length: 2_000 }, makeToken);
    expect(new Set(tokens).size).toBe(tokens.length);
    for (let at = 8; at < 38; at++) expect(new Set(tokens.map((token) => token[at])).size).toBe(62);
  });

  test("is refused when one character is mistyped, or two neighbours are swapped", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 43 }), fc.constantFrom(...BASE62, "_", "-", "é"), (at, typed) => {
        const token = makeToken();
        const mistyped = token.slice(0, at) + typed + token.slice(at + 1);
        expect(isToken(mistyped)).toBe(mistyped === token);
        const swapped = token.slice(0, at) + (token[at + 1] ?? "") + token[at] + token.slice(at + 2);
        expect(isToken(swapped)).toBe(swapped === token);
      }),
    );
  });

  test.each([
    ["", "nothing"],
    ["pa_live_", "the prefix alone"],
    [`${makeToken()} `, "a space after it"],
    [`${makeToken()}\n`, "a line end after it"],
    [`${makeToken()}, ${makeToken()}`, "two, as a header sent twice arrives"],
    [makeToken().toUpperCase(), "in capitals"],
    [makeToken().replace("live", "test"), "with another prefix"],
  ])("%j is none: %s", (text) => {
    expect(isToken(text)).toBe(false);
  });

  test("is stored as its SHA-256 and shown by its end alone", () => {
    expect(hashToken("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(maskToken("Zx81")).toBe("pa_live_…Zx81");
  });
});

const NOW = new Date("2026-11-20T12:00:00Z");
const day = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const CURRENT = { expiresAt: null };

test.each([
  // revoked, key expires, older tokens expire, status, why
  [null, null, [], "active", "nothing ends"],
  [null, day(15), [], "active", "more than 14 days left"],
  [null, day(14), [], "expires soon", "14 days left"],
  [null, day(0), [], "expired", "from its very instant"],
  [null, null, [day(1)], "rotating", "the old token still works"],
  [null, null, [day(0)], "active", "the old token just ended"],
  [null, day(3), [day(1)], "expires soon", "more pressing than the rotation"],
  [null, day(-1), [day(1)], "expired", "with a token that would still work"],
  [day(-1), day(-2), [day(1)], "revoked", "for good, whatever else holds"],
] as const)("revoked %s, expires %s, older tokens until %s: %s (%s)", (revokedAt, expiresAt, older, status, _why) => {
  const tokens = [CURRENT, ...older.map((end) => ({ expiresAt: end }))];
  expect(statusOf({ revokedAt, expiresAt, tokens }, NOW)).toBe(status);
});

test.each([
  [null, null, null, true, "nothing ends"],
  [null, day(1), null, true, "before the key expires"],
  [null, day(0), null, false, "when it expires"],
  [null, null, day(1), true, "an old token in its overlap"],
  [null, null, day(0), false, "an old token after it"],
  [day(0), null, null, false, "revoked"],
  [day(1), null, null, false, "revoked by a clock that runs ahead"],
])("revoked %s, expires %s, token until %s: accepted %s (%s)", (revokedAt, expiresAt, tokenEnd, accepted, _why) => {
  expect(NOW.getTime() < acceptedUntil({ revokedAt, expiresAt }, { expiresAt: tokenEnd })).toBe(accepted);
});

test.each([
  [{}, true, "the least"],
  [{ name: "" }, false, "no name"],
  [{ name: " " }, false, "a blank name"],
  [{ name: "n".repeat(100) }, true, "the longest name"],
  [{ name: "n".repeat(101) }, false, "a longer name"],
  [{ name: "two\nlines" }, false, "a name of two lines"],
  [{ requests_per_minute: 1 }, true, "the least limit"],
  [{ requests_per_minute: 100_000 }, true, "the highest limit"],
  [{ requests_per_minute: 0 }, false, "no request at all"],
  [{ requests_per_minute: 100_001 }, false, "a limit above the highest"],
  [{ requests_per_minute: 1.5 }, false, "half a request"],
  [{ contact_email: "ops@example.com" }, true, "with an address"],
  [{ contact_email: "ops" }, false, "no address"],
  [{ expires_at: new Date(Date.now() + 600_000) }, true, "in ten minutes"],
  [{ expires_at: new Date() }, false, "now"],
  [{ expires_at: toEndOfDay("2999-12-31") }, true, "on the latest last day"],
  [{ expires_at: toEndOfDay("3000-01-01") }, false, "after it"],
  [{ expires_at: toEndOfDay("9999-12-31") }, false, "on a last day that no database can tell"],
])("a key with %o is accepted: %s (%s)", (fields, accepted, _why) => {
  expect(KeyInput.safeParse({ name: "Key", owner: "Team", requests_per_minute: 60, ...fields }).success).toBe(accepted);
});

/** CRC-32 of ISO 3309, bit by bit, reflected polynomial 0xEDB88320. */
function crc32ByBits(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function toBase62(value: number): string {
  let text = "";
  for (let rest = value; text.length < 6; rest = Math.floor(rest / 62)) text = BASE62[rest % 62] + text;
  return text;
}
