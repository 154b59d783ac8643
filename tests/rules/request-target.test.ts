import { expect, test } from "vitest";
import { readTarget } from "@/lib/api/target-rules";
import { SPELLINGS } from "@/tests/support/spellings";

test.each([
  ["/services?q=a\\b", "/services?q=a\\b"],
  ["/a/../services/./x", "/services/x"],
  ["/a/%2e%2e/services", "/services"],
  ["/a//b", "/a//b"],
  ["/a%5Cb", "/a%5Cb"],
  ["/services#top", "/services"],
  ["http://evil.example/services", "/services"],
  ["http://evil.example", "/"],
  ["HTTPS://evil.example:8443?q=1", "/?q=1"],
])("%s is read as %s", (target, read) => {
  expect(readTarget(target)).toBe(read);
});

test.each([
  "/\\x/admin/sign-in",
  "/x\\..\\admin/desk",
  "//x/admin/sign-in",
  "/x/..//y/admin",
  "/.//admin",
  "/\\",
  "/\\/",
  "/\\??",
  "//",
  "*",
  "http:\\\\x",
  "http://a@x/admin",
  "ftp://x/admin",
  "/\t/x/admin",
])("%s can be read in two ways, and is read in none", (target) => {
  expect(readTarget(target)).toBeNull();
});

test("what is read is a path of its own, which every later reading of it gives again", () => {
  expect(new Set(SPELLINGS).size).toBeGreaterThan(300);
  for (const spelling of SPELLINGS) {
    const read = readTarget(spelling);
    if (read === null) continue;
    const url = new URL(read, "http://here.example");
    expect([spelling, url.host, url.pathname + url.search]).toEqual([spelling, "here.example", read]);
    expect([spelling, readTarget(read)]).toEqual([spelling, read]);
  }
});
