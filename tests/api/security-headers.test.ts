import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wire } from "../support/api";
import { type Cuttable, makeCuttable } from "../support/cuttable";
import { sendRaw, toRequest } from "../support/raw";
import { recordPromise } from "../support/report-promise";
import { baseUrl, databaseUrl, startServer } from "../support/server";
import type { ServerProcess } from "../support/spawn-server";
import { SECRET } from "../support/staff";

const { get, send } = wire;

type Answer = [what: string, method: string, path: string, status: number, headers?: Record<string, string>];

const API: Answer[] = [
  ["data", "GET", "/api/prices", 200],
  ["a file", "GET", "/api/export?dataset=index&format=csv", 200],
  ["a HEAD", "HEAD", "/api/countries", 200],
  ["a preflight", "OPTIONS", "/api/countries", 204],
  ["nothing new", "GET", "/api/countries", 304, { "if-none-match": "*" }],
  ["a bad parameter", "GET", "/api/prices?page=0", 400],
  ["a path that is no path", "GET", "/api/%E0%A4%A", 400],
  ["a key that is none", "GET", "/api/key", 401],
  ["an unknown service", "GET", "/api/services/nope", 404],
  ["an unknown path", "GET", "/api/nope", 404],
  ["a post", "POST", "/api/prices", 405],
  ["a method that Next does not know", "TRACE", "/api/prices", 405],
  ["health", "GET", "/api/health", 200],
  ["a comparison as a file", "GET", "/api/compare?format=csv&products=netflix&countries=US", 200],
  ["a file of prices", "GET", "/api/prices?format=csv&product=netflix", 200],
];
const PUBLIC: Answer[] = [
  ["a page", "GET", "/services", 200],
  ["a page that does not exist", "GET", "/nope", 404],
  ["a service that does not exist", "GET", "/services/nope", 404],
  ["a redirect of ours", "GET", "/search?q=netflix", 307],
  ["a redirect of Next's", "GET", "/services/", 308],
  ["a file", "GET", "/icons/192.png", 200],
  ["nothing new of a feed", "GET", "/feed.xml", 304, { "if-none-match": "*" }],
  ["a file that does not exist", "GET", "/_next/static/nope.js", 404],
  ["a post to a file of the build", "POST", "/_next/static/nope.js", 405],
  ["a method that a font does not have", "DELETE", "/fonts/archivo-latin.woff2", 405],
  ["a put to the style of the feed", "PUT", "/feed.css", 405],
  ["two slashes within", "GET", "/services//netflix", 308],
  ["a method that Next does not know", "TRACE", "/services", 405],
  ["a path that is no path", "GET", "/services/%E0%A4%A", 400],
  ["an address to be read in two ways", "GET", "/\\??", 400],
  ["a state of Next's router that is none", "GET", "/nope", 400, { rsc: "1", "next-router-state-tree": "x" }],
  ["a picture", "GET", "/image/compare/card.png?products=netflix&countries=US", 200],
  ["a post from elsewhere", "POST", "/services", 403],
];
const STAFF: Answer[] = [
  ["a page", "GET", "/admin/set-up", 200],
  ["a page for those signed in", "GET", "/admin/keys", 307],
  ["a page that does not exist", "GET", "/admin/nope", 404],
  ["signing in", "GET", "/api/auth/signin", 302],
  ["what is closed of it", "GET", "/api/auth/session", 404],
  ["what only takes posts", "GET", "/admin/changes/upload", 405],
  ["a post from elsewhere", "POST", "/api/auth/signout", 403],
];

let held = 0;
afterAll(() =>
  recordPromise({
    promise: "Web: security fields on every answer, errors included; HSTS under https",
    test: "tests/api/security-headers.test.ts",
    figure: `${held} answers of the API, pages, and staff area, by http and https and without the database: all fields on each`,
  }),
);

function expectSafe(headers: Headers, https: boolean): void {
  held += 1;
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("permissions-policy")).toContain("camera=()");
  expect(headers.get("content-security-policy")).toMatch(/frame-ancestors 'none'$/);
  expect(headers.get("strict-transport-security")).toBe(https ? "max-age=31536000" : null);
  for (const name of ["x-powered-by", "server"]) expect(headers.get(name)).toBeNull();
}

/** Scripts come from this site alone; the policy names inline ones. */
function expectPagePolicy(headers: Headers, html: string): void {
  const policy = new Map(
    (headers.get("content-security-policy") ?? "").split("; ").map((part): [string, string[]] => {
      const [name = "", ...values] = part.split(" ");
      return [name, values];
    }),
  );
  expect(policy.get("default-src")).toEqual(["'self'"]);
  const [self, ...nonces] = policy.get("script-src") ?? [];
  expect(self).toBe("'self'");
  expect(policy.get("style-src")).toEqual(["'self'"]);
  expect(policy.get("object-src")).toEqual(["'none'"]);
  expect(policy.get("base-uri")).toEqual(["'none'"]);
  expect(policy.get("form-action")).toEqual(["'self'"]);
  for (const [, attributes = ""] of html.matchAll(/<script\b([^>]*)>/g)) {
    if (attributes.includes("application/ld+json") || /\bsrc="\/[^/]/.test(attributes)) continue;
    expect(nonces).toEqual([`'nonce-${/nonce="([^"]+)"/.exec(attributes)?.[1]}'`]);
  }
  expect(html).not.toMatch(/<style\b|\son\w+="|javascript:/i);
}

let way: Cuttable;
let overHttps: ServerProcess;
beforeAll(async () => {
  way = await makeCuttable(databaseUrl);
  overHttps = await startServer({
    DATABASE_URL: way.url,
    PUBLIC_URL: "https://prices.example",
    NEXTAUTH_SECRET: SECRET,
    OIDC_ISSUER: "https://login.example",
    OIDC_CLIENT_ID: "a",
    OIDC_CLIENT_SECRET: "b",
  });
});
afterAll(async () => {
  await overHttps.stop();
  await way[Symbol.asyncDispose]();
});

describe.each(["http", "https"])("under %s", (scheme) => {
  const isHttps = scheme === "https";
  const base = () => (isHttps ? overHttps.url : baseUrl);
  const ask = ([, method, path, , headers = {}]: Answer) => send(method, path, { base: base(), headers });

  test.each(API)("the API says that its answers are no documents: %s", async (...answer) => {
    const { status, headers } = await ask(answer);
    expect(status).toBe(answer[3]);
    expectSafe(headers, isHttps);
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });

  test.each(PUBLIC)("the website allows no script but its own: %s", async (...answer) => {
    const { status, headers, text } = await ask(answer);
    expect(status).toBe(answer[3]);
    expectSafe(headers, isHttps);
    expectPagePolicy(headers, headers.get("content-type")?.startsWith("text/html") ? text : "");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  });

  test.each(STAFF)("the staff area keeps to itself: %s", async (...answer) => {
    const { status, headers, text } = await ask(answer);
    expect(status).toBe(answer[3]);
    expectSafe(headers, isHttps);
    expectPagePolicy(headers, headers.get("content-type")?.startsWith("text/html") ? text : "");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  });
});

test("an answer without the database is as safe", async () => {
  const call = "/api/prices?country=TR";
  const read = "/services/netflix?currency=JPY";
  const base = overHttps.url;
  way.cut();
  const api = await get(call, { base });
  expect(api.status).toBe(503);
  expectSafe(api.headers, true);
  const page = await get(read, { base });
  expect(page.status).toBe(503);
  expectSafe(page.headers, true);
  expectPagePolicy(page.headers, page.text);
  way.restore();
  await expect.poll(async () => (await get(call, { base })).status).toBe(200);
});

test("a state of Next's router that is none is refused on pages of the staff too", async () => {
  const headers = { rsc: "1", "next-router-state-tree": "x" };
  expect((await get("/admin/sign-in", { headers })).status).toBe(400);
});

test("cookies of the reader's choice are Secure under https", async () => {
  for (const [base, isHttps] of [
    [baseUrl, false],
    [overHttps.url, true],
  ] as const) {
    const origin = isHttps ? "https://prices.example" : base;
    const headers = { origin, "content-type": "application/x-www-form-urlencoded" };
    const payload = "country=TR&currency=EUR";
    const reply = await send("POST", "/preferences", { base, headers, payload });
    expect(reply.status).toBe(303);
    const cookies = reply.headers.getSetCookie();
    expect(cookies.map((line) => line.endsWith("; Secure"))).toEqual([isHttps, isHttps]);
  }
});

test("no caller chooses the nonce of a page, and no two answers share one", async () => {
  const chosen = { "content-security-policy": "script-src 'nonce-c0ffee1234'" };
  const forged = await get("/admin/set-up", { headers: chosen });
  expect(forged.text + forged.headers.get("content-security-policy")).not.toContain("c0ffee1234");
  const reported = await get("/services", { headers: { "content-security-policy-report-only": "'nonce-c0ffee1234'" } });
  expect(reported.text + reported.headers.get("content-security-policy")).not.toContain("c0ffee1234");
  const other = await get("/admin/set-up");
  const nonceOf = ({ headers }: typeof other) =>
    /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1];
  expect(nonceOf(forged)).toMatch(/^[\w+/]{22}==$/);
  expect(nonceOf(other)).not.toBe(nonceOf(forged));
});

test("signing in with a provider may lead the form there, and only on that page", async () => {
  const policyOf = async (path: string) =>
    (await get(path, { base: overHttps.url })).headers.get("content-security-policy") ?? "";
  expect(await policyOf("/admin/sign-in")).toContain("form-action 'self' https:;");
  expect(await policyOf("/admin/set-up")).toContain("form-action 'self';");
  expect(await policyOf("/services")).toContain("form-action 'self';");
});

describe("a request that node:http would leave without an answer", () => {
  test.each([
    ["offers HTTP/2", { Connection: "Upgrade, HTTP2-Settings, close", Upgrade: "h2c", "HTTP2-Settings": "AAMAAABk" }],
    ["offers a socket", { Connection: "Upgrade, close", Upgrade: "websocket" }],
  ])("is answered as if it had not: %s", async (_, headers) => {
    const { status } = await sendRaw(baseUrl, toRequest("GET /api/countries", headers));
    expect(status).toBe(200);
  });

  test("an absolute address is taken for its path, and leads nowhere else", async () => {
    const data = await sendRaw(baseUrl, toRequest("GET http://evil.example/api/countries"));
    expect([data.status, data.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
    const root = await sendRaw(baseUrl, toRequest("GET http://evil.example"));
    expect([root.status, root.headers.get("location")]).toEqual([200, null]);
  });
});
