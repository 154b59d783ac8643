import { beforeAll, expect, test } from "vitest";
import { get, send } from "../support/api";
import { type StaffServer, shareStaffServer } from "../support/staff";
import { callAction, listBuiltActions } from "../support/staff-actions";
import { toMultipart } from "../support/visitor";

const PAGE = "/admin/set-up";
const CANARY = "canary3f9a0c";
const BOUNDARY = "----form-of-a-test";
const multipart = `multipart/form-data; boundary=${BOUNDARY}`;
const part = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const form = (...fields: [string, string][]) =>
  `${fields.map(([name, value]) => part(name, value)).join("")}--${BOUNDARY}--\r\n`;

let staff: StaffServer;
let setUp = "";
beforeAll(async () => {
  staff = await shareStaffServer();
  setUp = (await listBuiltActions()).find(({ name }) => name.endsWith("/setUp"))?.id ?? "";
});

test.each([
  ["nothing", ""],
  ["half a list", "["],
  ["a text", `"${CANARY}"`],
  ["a list in a list in a list", `${"[".repeat(20_000)}1${"]".repeat(20_000)}`],
  ["a reference to itself", '["$0"]'],
  ["a number of a million digits", `[${"9".repeat(60_000)}]`],
  ["__proto__", '[{"__proto__":{"then":1}},"$K1"]'],
  ["1.5 MB of brackets", "[".repeat(1_500_000)],
])("what is no call of an action does nothing: %s", async (_what, payload) => {
  const { url } = staff.server;
  const before = await staff.sql.query("SELECT count(*) FROM audit_event");
  const sent: [headers: Record<string, string>, body: string][] = [
    [{ "next-action": setUp, "content-type": "text/plain;charset=UTF-8" }, payload],
    [{ "next-action": setUp, "content-type": multipart }, form(["0", payload])],
    [{ "next-action": "00".repeat(21), "content-type": multipart }, form(["0", payload])],
    [{ "content-type": multipart }, form(["$ACTION_REF_1", ""], ["$ACTION_1:0", payload])],
    [{ "content-type": multipart }, form([`$ACTION_ID_${setUp}`, payload], [`$ACTION_ID_${setUp}`, ""])],
  ];
  for (const [headers, body] of sent) {
    const length = String(Buffer.byteLength(body));
    const all = { origin: url, "content-length": length, ...headers };
    const { status, text } = await send("POST", PAGE, { base: url, payload: body, headers: all });
    expect([payload.slice(0, 20), headers, status < 500]).toEqual([payload.slice(0, 20), headers, true]);
    expect(text).not.toMatch(/node_modules|Unexpected token|\.m?js:\d+/);
  }
  expect((await staff.sql.query("SELECT count(*) FROM audit_event")).rows).toEqual(before.rows);
  expect(staff.server.output()).not.toContain(CANARY);
  expect((await get("/api/health", { base: url })).status).toBe(200);
});

test("behind TLS, an action that leads to another page fetches it from this process and prints nothing", async () => {
  const id = await staff.list("owner@example.com", "owner");
  const visitor = await staff.enter("owner@example.com");
  const revoke = (await listBuiltActions()).find(({ name }) => name === "admin/keys/revoke");
  if (!revoke) throw new Error("there is no action to revoke a key");
  const signedOut = new Map(visitor.cookies);
  visitor.cookies.clear();
  // Sent as Next's client does: the answer is the page that the action leads to.
  const { type, payload } = toMultipart({ "1_$ACTION_KEY": "k", "0": '[null,"$K1"]' });
  const { host } = new URL(staff.server.url);
  const headers = {
    "content-type": type,
    "content-length": String(Buffer.byteLength(payload)),
    "next-action": revoke.id,
    origin: staff.server.url,
    host,
    "x-forwarded-proto": "https",
    accept: "text/x-component",
  };
  const reply = await visitor.request("POST", "/admin/keys", headers, payload);
  expect(reply.status).toBe(200);
  expect(reply.headers.get("x-action-redirect")).toMatch(/^\/admin\/sign-in/);
  expect(reply.headers.get("content-type")).toBe("text/x-component");
  visitor.cookies = signedOut;
  const foreign = { origin: "https://evil.example", "x-forwarded-proto": "https" };
  const refused = await callAction(visitor, revoke, { id, confirmation: "x" }, foreign);
  expect(refused.status).toBe(403);
  // What was printed before stands there too, then.
  await expect.poll(() => staff.server.output()).toContain(refused.headers.get("x-request-id"));
  expect(staff.server.output()).not.toContain("redirect response");
});
