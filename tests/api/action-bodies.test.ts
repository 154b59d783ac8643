import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Reply, send } from "../support/api";
import { seedRandom } from "../support/random";
import { recordPromise } from "../support/report-promise";
import { type StaffServer, startStaffServer } from "../support/staff";
import { type BuiltAction, listBuiltActions } from "../support/staff-actions";
import { Tally } from "../support/tally";

let staff: StaffServer;
let actions: BuiltAction[];
let setUp = "";
const tally = new Tally();
beforeAll(async () => {
  staff = await startStaffServer({ LOG_LEVEL: "info" });
  actions = await listBuiltActions();
  setUp = actions.find(({ name }) => name.endsWith("/setUp"))?.id ?? "";
});
afterAll(async () => {
  await staff.stop();
  recordPromise({
    promise: "Bad input: bodies of server actions, without signing in",
    test: "tests/api/action-bodies.test.ts",
    figure: `${tally.total} posts: ${tally}`,
  });
});

const PAGE = "/admin/set-up";
const CANARY = "canary3f9a0c";
const BOUNDARY = "----form-of-a-test";
const multipart = `multipart/form-data; boundary=${BOUNDARY}`;
const part = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const form = (...fields: [string, string][]) =>
  `${fields.map(([name, value]) => part(name, value)).join("")}--${BOUNDARY}--\r\n`;

/** A post as nobody, and that neither the answer nor the log says more than it should. */
async function post(path: string, headers: Record<string, string>, payload: string): Promise<Reply> {
  const { url } = staff.server;
  const length = String(Buffer.byteLength(payload));
  const reply = await send("POST", path, {
    ...{ base: url, payload },
    headers: { origin: url, "content-length": length, ...headers },
  });
  tally.count(path, reply);
  expect(reply.text).not.toMatch(/node_modules|Unexpected token|at .*\.js/);
  return reply;
}

/** All that the server printed, but for one line of each request. */
const printed = () =>
  staff.server
    .output()
    .split("\n")
    .filter((line) => line !== "" && !line.includes('"msg":"request"'));

describe("what is no call of an action is refused, and printed nowhere", () => {
  const NESTED = `${"[".repeat(20_000)}1${"]".repeat(20_000)}`;
  const PAYLOADS: [what: string, payload: string][] = [
    ["nothing", ""],
    ["half a list", "["],
    ["a text", `"${CANARY}"`],
    ["no JSON", CANARY],
    ["a list in a list in a list", NESTED],
    ["a reference to an action", '["$F1"]'],
    ["a reference to itself", '["$0"]'],
    ["a promise", '["$@0"]'],
    ["a number of a million digits", `[${"9".repeat(60_000)}]`],
    ["__proto__", '[{"__proto__":{"then":1}},"$K1"]'],
  ];
  test.each(PAYLOADS)("%s, as text and as a form", async (_what, payload) => {
    const lines = printed().length;
    for (const id of [setUp, "00".repeat(21), `${CANARY}\u00ff`, ""]) {
      const ours = { "next-action": id };
      const statuses = [
        await post(PAGE, { ...ours, "content-type": "text/plain;charset=UTF-8" }, payload),
        await post(PAGE, { ...ours, "content-type": multipart }, payload),
        await post(PAGE, { ...ours, "content-type": multipart }, form(["0", payload])),
        await post(PAGE, { ...ours, "content-type": multipart }, form(["_1_token", "x"], ["0", payload])),
        await post("/services", { ...ours, "content-type": multipart }, form(["0", payload])),
        await post(PAGE, { "content-type": multipart }, form(["$ACTION_REF_1", ""], ["$ACTION_1:0", payload])),
        await post(PAGE, { "content-type": multipart }, form([`$ACTION_ID_${id}`, payload], [`$ACTION_ID_${id}`, ""])),
      ].map(({ status }) => status);
      for (const status of statuses) expect([400, 404]).toContain(status);
    }
    expect(printed().slice(lines)).toEqual([]);
  });

  test.each([
    ["1.5 MB of brackets", "text/plain;charset=UTF-8", "[".repeat(1_500_000)],
    ["1.5 MB in one field", multipart, form(["0", "x".repeat(1_500_000)])],
    ["20,000 fields", multipart, part("a", "b").repeat(20_000)],
  ])("%s", async (_what, type, payload) => {
    const lines = printed().length;
    for (const headers of [{ "next-action": setUp }, { "next-action": CANARY }, {}])
      expect((await post(PAGE, { ...headers, "content-type": type }, payload)).status).toBe(413);
    expect(printed().slice(lines)).toEqual([]);
  });

  test("a host that a caller names, which Next would compare with the origin and print", async () => {
    const lines = printed().length;
    const { status } = await post(
      PAGE,
      { "next-action": setUp, "content-type": multipart, "x-forwarded-host": CANARY, "x-action-forwarded": "1" },
      form(["_1_token", "x"], ["0", '[{"kind":"new"},"$K1"]']),
    );
    expect(status).toBe(200);
    expect(printed().slice(lines)).toEqual([]);
  });

  test("what is made from good calls by chance", { timeout: 120_000 }, async () => {
    const random = seedRandom(4711);
    const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
    const lines = printed().length;
    const known = { id: setUp, bound: "$@1" };
    const good = [
      form(["_1_token", "x"], ["0", '[{"kind":"new"},"$K1"]']),
      form([`$ACTION_ID_${setUp}`, ""], ["token", "x"]),
      form(
        ["$ACTION_REF_1", ""],
        ["$ACTION_1:0", JSON.stringify(known)],
        ["$ACTION_1:1", '[{"kind":"new"}]'],
        ["token", "x"],
      ),
    ];
    const pieces = [
      "[",
      "]",
      '"',
      "$",
      "$K1",
      "$@1",
      "\\",
      "{",
      "}",
      "\r\n",
      `--${BOUNDARY}`,
      "\0",
      "\ud800",
      "1e999",
      ":",
      "__proto__",
      CANARY,
    ];
    for (let run = 0; run < 400; run++) {
      let payload = pick(good) ?? "";
      for (let change = 0; change <= random() * 4; change++) {
        const at = Math.floor(random() * payload.length);
        payload = payload.slice(0, at) + pick(pieces) + payload.slice(at + Math.floor(random() * 4));
      }
      const called = pick([{}, { "next-action": setUp }, { "next-action": actions[0]?.id ?? "" }]) ?? {};
      const { status } = await post(PAGE, { ...called, "content-type": multipart }, payload);
      expect([payload, status < 500]).toEqual([payload, true]);
    }
    expect(printed().slice(lines)).toEqual([]);
  });
});

test("good calls reach their action: with scripts, and without", async () => {
  const withScripts = await post(
    PAGE,
    { "next-action": setUp, "content-type": multipart, accept: "text/x-component" },
    form(["_1_token", "x"], ["_1_new_password", "short"], ["0", '[{"kind":"new"},"$K1"]']),
  );
  expect([withScripts.status, withScripts.headers.get("content-type")]).toEqual([200, "text/x-component"]);
  expect(withScripts.text).toContain("has at least 12 characters");
  const without = await post(
    PAGE,
    { "content-type": multipart },
    form(
      ["$ACTION_REF_1", ""],
      ["$ACTION_1:0", JSON.stringify({ id: setUp, bound: "$@1" })],
      ["$ACTION_1:1", '[{"kind":"new"}]'],
      ["token", "x"],
      ["new_password", "short"],
    ),
  );
  expect(without.status).toBe(200);
});

test("an action of an earlier release is told by the name that its page knows", async () => {
  const { status, headers } = await post(
    PAGE,
    { "next-action": "00".repeat(21), "content-type": multipart },
    form(["0", '[{"kind":"new"},"$K1"]']),
  );
  expect([status, headers.get("x-nextjs-action-not-found")]).toEqual([404, "1"]);
});

test("Next's optimizer of pictures is not there, and prints nothing", async () => {
  const lines = printed().length;
  const forged = encodeURIComponent(`/a.png\n{"level":50,"msg":"${CANARY}"}`);
  for (const path of [
    "/_next/image",
    `/_next/image?url=${forged}&w=64&q=75`,
    `/_next/image/?url=${forged}&w=64&q=75`,
    "/_next/image?url=http%3A%2F%2F127.0.0.1%3A1%2Fx.png&w=64&q=75",
    "/_next/data/x/y.json",
    "/_next/%69mage?url=x",
  ]) {
    const { status } = await send("GET", path, { base: staff.server.url });
    expect([path, status]).toEqual([path, 404]);
  }
  expect(printed().slice(lines)).toEqual([]);
});
