import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { send } from "../support/api";
import { recordPromise } from "../support/report-promise";
import { type StaffServer, shareStaffServer } from "../support/staff";
import { Tally } from "../support/tally";
import type { Visitor } from "../support/visitor";

let staff: StaffServer;
let owner: Visitor;
beforeAll(async () => {
  staff = await shareStaffServer();
  await staff.list("owner@example.com", "owner");
  owner = await staff.enter("owner@example.com");
});
afterAll(async () => {
  recordPromise({
    promise: "Bad input: signing in and the staff area, malformed fields of Next's router included",
    test: "tests/api/staff-bad-input.test.ts",
    figure: `${tally.total} requests: ${tally}`,
  });
});

const tally = new Tally();
const ask = async (...[method, path, ...rest]: Parameters<Visitor["request"]>) =>
  tally.count(path, await owner.request(method, path, ...rest));

const PROBLEM = "application/problem+json; charset=utf-8";
const form = { "content-type": "application/x-www-form-urlencoded", "content-length": "0" };

function expectProblem(what: string, { status, headers }: { status: number; headers: Headers }, text: string): void {
  expect([what, status >= 400 && status < 500]).toEqual([what, true]);
  expect([what, headers.get("content-type"), headers.get("cache-control")]).toEqual([what, PROBLEM, "no-store"]);
  expect([what, JSON.parse(text)]).toEqual([what, expect.objectContaining({ status, title: expect.any(String) })]);
}

test("whatever is refused below /api/auth is a problem in JSON", async () => {
  const own = { origin: staff.server.url };
  for (const [method, path, headers = {}] of [
    ["GET", "/api/auth/session"],
    ["GET", "/api/auth/providers"],
    ["GET", "/api/auth/nope"],
    ["POST", "/api/auth/_log", own],
    ["POST", "/api/auth/signout", { origin: "https://evil.example", ...form }],
    ["POST", "/api/auth/signout", form],
    ["POST", "/api/auth/signin/credentials", { ...own, "content-type": "application/json" }],
  ] as const) {
    const reply = tally.count(path, await send(method, path, { base: staff.server.url, headers }));
    expectProblem(path, reply, reply.text);
  }
});

test("oddities of signing in are no error of the server", async () => {
  for (const [method, path, headers = {}] of [
    ["GET", "/api/auth/signin/%00"],
    ["GET", "/api/auth/callback/credentials"],
    ["GET", "/api/auth/callback/nobody?code=1&state=2"],
    ["GET", "/api/auth/error?error=%3Cscript%3E"],
    ["GET", "/api/auth/csrf", { cookie: "price-atlas.return=javascript:alert(1)" }],
    ["GET", "/api/auth/csrf", { cookie: "price-atlas.csrf=|; price-atlas.session=x.y.z" }],
    ["GET", "/admin/keys", { cookie: "price-atlas.session=x.y.z" }],
    ["GET", "/admin/sign-in?error[]=1&callbackUrl=%00&callbackUrl=x", { cookie: "price-atlas.csrf=%" }],
    ["DELETE", "/api/auth/signin", { origin: staff.server.url }],
  ] as const) {
    const { status } = tally.count(path, await send(method, path, { base: staff.server.url, headers }));
    expect([path, headers, status < 500]).toEqual([path, headers, true]);
  }
});

const tree = (value: unknown) => encodeURIComponent(JSON.stringify(value));

describe("fields of Next's router that no router sends never fail a page of the staff area", () => {
  const TREES: [what: string, value: string][] = [
    ["nothing", ""],
    ["no text", "%E0%A4%A"],
    ["no JSON", "x"],
    ["null", "null"],
    ["a number", "1"],
    ["an object", tree({})],
    ["an empty list", tree([])],
    ["a wrong segment", tree([1, {}])],
    ["wrong children", tree(["", [], null, null])],
    ["a wrong parameter", tree(["", { children: [["id", "x", "nope", null], {}] }])],
    ["a wrong mark", tree(["", {}, null, "nope"])],
    ["__proto__", "%5B%22%22%2C%7B%22__proto__%22%3A%5B%22%22%2C%7B%7D%5D%7D%5D"],
    ["another page", tree(["", { children: ["admin", { children: ["keys", {}] }] }, null, "refetch"])],
    ["a page that does not exist", tree(["", { children: ["nope", { children: ["x", {}, null, "refetch"] }] }])],
    ["one list in another, 500 times", `${'["",{"children":'.repeat(500)}["",{}]${"}]".repeat(500)}`],
    ["10,000 letters", "x".repeat(10_000)],
  ];
  const OTHERS: Record<string, string>[] = [
    {},
    { "next-router-prefetch": "1" },
    { "next-router-prefetch": "2" },
    { "next-router-prefetch": "x" },
    { "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" },
    { "next-router-prefetch": "1", "next-router-segment-prefetch": "/../x" },
    { "next-url": "\u00ff" },
    { "next-hmr-refresh": "1" },
  ];

  test("methods that no page takes are refused with Allow", async () => {
    for (const method of ["PROPFIND", "PUT", "PATCH", "DELETE"]) {
      for (const path of ["/", "/services", "/admin/sign-in", "/admin/keys", "/nope"]) {
        const { status, headers } = await ask(method, path, { origin: staff.server.url });
        const allow = path.startsWith("/admin") ? "GET, HEAD, OPTIONS, POST" : "GET, HEAD, OPTIONS";
        expect([method, path, status, headers.get("allow")]).toEqual([method, path, 405, allow]);
      }
    }
    expect((await ask("TRACE", "/services")).status).toBe(405);
  });

  test.each(TREES)("a state that is %s", async (_, value) => {
    for (const path of ["/admin/sign-in", "/admin/keys"]) {
      const all = [{}, ...OTHERS.map((others) => ({ rsc: "1", ...others }))];
      await Promise.all(
        all.map(async (others) => {
          const headers = { "next-router-state-tree": value, ...others };
          const { status, text } = await ask("GET", path, headers);
          expect([path, headers, status < 500]).toEqual([path, headers, true]);
          expect(text).not.toMatch(/node_modules|PrismaClient/);
        }),
      );
    }
  });

  test("a broken form is refused also beside the paths that take others", async () => {
    for (const path of ["/admin/changes/upload%2f", "/admin/changes/upload.txt", "/oembed/x"]) {
      const headers = {
        origin: staff.server.url,
        "content-type": "multipart/form-data; boundary=x",
        "content-length": "1",
      };
      expect([path, (await ask("POST", path, headers, "x")).status]).toEqual([path, 400]);
    }
  });

  const NO_ACTION = { "next-action": "00".repeat(21) };
  const PART = '--x\r\nContent-Disposition: form-data; name="';
  const PAYLOADS = [
    "",
    "[]",
    '["$F1"]',
    "--\r\n\r\n",
    "x",
    "%",
    "--x\r\n\r\n",
    `${PART}a"\r\n\r\n1`,
    `${PART}a"\r\n\r\n1\r\n--x--\r\n`,
    ...["$ACTION_ID_00", "$ACTION_REF_1", "$ACTION_KEY", "__proto__", "1_$ACTION_ID_x", ""].map(
      (name) => `${PART}${name}"\r\n\r\n1\r\n--x--\r\n`,
    ),
    `${PART}$ACTION_REF_1"\r\n\r\n\r\n${PART}$ACTION_1:0"\r\n\r\n{"id":"x","bound":"$@1"}\r\n--x--\r\n`,
    `${PART}$ACTION_ID_${"00".repeat(21)}"\r\n\r\n\r\n--x--\r\n`,
  ];

  test.each([
    ["an action that is none", { "next-action": "x" }],
    ["an action that does not exist", NO_ACTION],
    ["a form of another kind", { "content-type": "application/x-www-form-urlencoded" }],
    ["an action with a form that is none", { ...NO_ACTION, "content-type": "multipart/form-data; boundary=" }],
    ["an action with a form that is cut off", { ...NO_ACTION, "content-type": "multipart/form-data; boundary=x" }],
    ["a wrong state", { ...NO_ACTION, "next-router-state-tree": "x" }],
  ])("a post with %s", async (_, headers) => {
    for (const path of ["/admin/sign-in", "/admin/keys", "/services"]) {
      for (const payload of PAYLOADS) {
        const sent = { origin: staff.server.url, "content-length": String(payload.length), ...headers };
        const { status, text } = await ask("POST", path, sent, payload);
        expect([path, payload, status < 500]).toEqual([path, payload, true]);
        expect(text).not.toMatch(/node_modules|PrismaClient/);
      }
    }
  });
});
