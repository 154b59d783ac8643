import { afterAll, describe, expect, test } from "vitest";
import { get, send } from "../support/api";
import { sendRaw, toRequest } from "../support/raw";
import { recordPromise } from "../support/report-promise";
import { baseUrl } from "../support/server";

/** Addresses of other sites that some parsers take for a local path. */
const ELSEWHERE = [
  "//evil.example",
  "///evil.example",
  "////evil.example/",
  "/\\evil.example",
  "\\\\evil.example",
  "/\\/evil.example",
  "https://evil.example",
  "https:evil.example",
  "https:/evil.example",
  "http:\\\\evil.example",
  "HTTPS://EVIL.EXAMPLE",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "mailto:a@evil.example",
  "%2F%2Fevil.example",
  "%2f%5cevil.example",
  "/%2Fevil.example",
  "/%5Cevil.example",
  "/%09/evil.example",
  "\t//evil.example",
  " //evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "\u0000//evil.example",
  "/..//evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "/admin/..//evil.example",
  "./\\evil.example",
  "//evil.example@localhost",
  "http://localhost@evil.example",
  "http://localhost.evil.example",
  "//[::1]",
  "/admin/keys\r\nLocation: https://evil.example",
  "@evil.example",
  "?//evil.example",
  "#//evil.example",
  "。//evil.example",
  "／／evil.example",
  "/；/evil.example",
  "http://here.invalid",
  "//here.invalid//evil.example",
];

function leadsTo(location: string | null): string {
  return new URL(location ?? "", `${baseUrl}/`).origin;
}

let stayed = 0;
let refused = 0;
afterAll(() =>
  recordPromise({
    promise: "Admin and web: open redirects and posts from another origin are refused",
    test: "tests/api/redirects.test.ts",
    figure: `${stayed} addresses that name another site: 0 lead there; ${refused} posts from elsewhere: ${refused} x 403`,
  }),
);

function expectToStay(what: string, { status, headers }: { status: number; headers: Headers }): void {
  stayed += 1;
  expect([what, status < 500]).toEqual([what, true]);
  if (headers.has("location")) expect([what, leadsTo(headers.get("location"))]).toEqual([what, baseUrl]);
  const refresh = headers.get("refresh")?.replace(/^\d+;\s*url=/i, "");
  if (refresh) expect([what, leadsTo(refresh)]).toEqual([what, baseUrl]);
}

const asQuery = (value: string) => encodeURIComponent(value);

describe("nothing leads to another site", () => {
  test.each([
    ["a search", "/search?q="],
    ["the call of the reference", "/docs/call?operation=getProduct&slug="],
    ["the kind of that call", "/docs/call?operation="],
    ["where signing in returns to", "/api/auth/signin?callbackUrl="],
    ["a provider's callback", "/api/auth/callback/oidc?callbackUrl="],
    ["signing out", "/api/auth/signout?callbackUrl="],
    ["an error of signing in", "/api/auth/error?error="],
    ["the sign-in page", "/admin/sign-in?callbackUrl="],
    ["a comparison", "/compare?products="],
  ])("%s", async (what, start) => {
    for (const value of ELSEWHERE) {
      for (const written of [asQuery(value), asQuery(asQuery(value))]) {
        const reply = await get(start + written);
        expectToStay(`${what} ${JSON.stringify(value)}`, reply);
        const next = new URL(reply.headers.get("location") ?? "/", baseUrl).searchParams.get("callbackUrl");
        if (next !== null) expect([value, leadsTo(next)]).toEqual([value, baseUrl]);
      }
    }
  });

  test("a path that looks like a host", async () => {
    for (const value of ELSEWHERE) {
      const path = value.replace(/[^!-~]/g, (character) => encodeURIComponent(character));
      if (!path.startsWith("/") && !path.startsWith("\\")) continue;
      for (const end of ["", "/", "/..", "/%2e%2e", "//"]) {
        const bytes = toRequest(`GET ${path.startsWith("/") ? path : `/${path}`}${end}`);
        expectToStay(path + end, await sendRaw(baseUrl, bytes));
      }
    }
  });

  test("a host that the caller names", async () => {
    for (const path of ["/services/", "/search?q=netflix", "/admin/keys", "/api/auth/signin"]) {
      for (const name of ["host", "x-forwarded-host", "x-host", "forwarded", "x-original-url", "x-rewrite-url"]) {
        const value = name === "forwarded" ? "host=evil.example;proto=https" : "evil.example";
        const { headers } = await get(path, { headers: { [name]: value, "x-forwarded-proto": "https" } });
        expect([path, name, headers.get("location")]).toEqual([path, name, expect.not.stringContaining("evil")]);
      }
    }
  });

  test("a form sent from elsewhere", async () => {
    for (const origin of ["https://evil.example", "null", `${baseUrl}.evil.example`, ""]) {
      for (const path of ["/api/auth/signout", "/api/auth/callback/credentials", "/admin/sign-in", "/services"]) {
        const { status } = await send("POST", path, { headers: { ...(origin && { origin }), "content-length": "0" } });
        expect([origin, path, status]).toEqual([origin, path, 403]);
        refused += 1;
      }
    }
  });
});
