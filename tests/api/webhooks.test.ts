import { type ChildProcess, spawn } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { findFreePort } from "@/server/find-free-port";
import { get } from "../support/api";
import { programEnv } from "../support/needs";
import { publishAmount, publishRate } from "../support/publish-price";
import { openReceiver, type ReceivedPost, type Receiver } from "../support/receiver";
import { readPrograms } from "../support/run-program";
import { type OwnStaffServer, startStaffServer } from "../support/staff";
import type { Visitor } from "../support/visitor";

const FORM = "Webhook of the key";
const SECRET = /whsec_[\w+/]{43}=/;
const MS_PER_HOUR = 3_600_000;

const Body = z.object({
  data: z.array(
    z.object({
      version: z.string(),
      kind: z.string(),
      object: z.string(),
      before: z.object({ amount: z.number().optional() }).nullable(),
      after: z.object({ amount: z.number().optional() }).nullable(),
    }),
  ),
  pagination: z.object({ total_items: z.int() }),
  links: z.object({ self: z.url() }),
  meta: z.object({ license: z.string() }),
});

let receiver: Receiver;
let staff: OwnStaffServer;
let editor: Visitor;
let keyId = "";

beforeAll(async () => {
  receiver = await openReceiver();
  staff = await startStaffServer({ REFRESH_ALLOW_HOSTS: receiver.host }, "small");
  await staff.list("editor@example.com", "editor");
  editor = await staff.enter("editor@example.com");
  // The series of the tests is there before a webhook is.
  await publish("13.99");
});
afterAll(async () => {
  await staff.stop();
  await receiver[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await staff.sql.query("DELETE FROM webhook");
  receiver.received.length = 0;
  receiver.answer = () => ({ status: 204 });
  keyId = randomUUID();
  await staff.sql.query(
    "INSERT INTO api_key (id, name, owner, requests_per_minute) VALUES ($1, 'Dashboard', 'tests', 600)",
    [keyId],
  );
});

const publish = (amount: string) => publishAmount(staff.databaseUrl, amount);
const hook = (path = "/hook") => `http://${receiver.host}${path}`;
const openKey = () => editor.open(`/admin/keys/${keyId}`);
const rowsOf = async (columns = "state, tries, status, failure") =>
  (
    await staff.sql.query(
      `SELECT ${columns} FROM webhook_delivery WHERE key_id = $1 ORDER BY version_id NULLS LAST, at`,
      [keyId],
    )
  ).rows;
const settled = () =>
  expect.poll(async () => (await rowsOf("state")).every(({ state }) => state !== "waiting")).toBe(true);

/** As an editor does; returns the secret. */
async function setUp(fields: Record<string, string> = {}): Promise<string> {
  await openKey();
  await editor.submit(FORM, { address: hook(), ...fields });
  return SECRET.exec(editor.text)?.[0] ?? "";
}

/** By node:crypto, after the specification of Standard Webhooks. */
function isSigned({ headers, body }: ReceivedPost, secret: string): boolean {
  const { "webhook-id": id, "webhook-timestamp": at } = headers;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const wanted = `v1,${createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64")}`;
  return headers["webhook-signature"]?.split(" ").includes(wanted) ?? false;
}

/** Has the next try of what waits begin now. */
const makeDue = () =>
  staff.sql.query("UPDATE webhook_delivery SET due_at = now() - interval '1 second' WHERE state = 'waiting'");

test("an editor sets an address, and a change of a price is posted there as the API has it, signed", async () => {
  const secret = await setUp();
  expect(editor.text).toContain("This secret is shown once.");
  await publish("14.99");
  await expect.poll(() => receiver.received.length).toBe(1);
  const [post] = receiver.received;
  if (post === undefined) throw new Error("nothing came");
  expect(post.path).toBe("/hook");
  expect(post.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(post.headers["webhook-id"]).toMatch(/^msg_[0-9a-f-]{36}$/);
  expect(new Webhook(secret).verify(post.body, post.headers)).toBeTruthy();
  expect(isSigned(post, secret)).toBe(true);
  expect(isSigned({ ...post, body: `${post.body} ` }, secret)).toBe(false);

  const { data, pagination, links, meta } = Body.parse(JSON.parse(post.body));
  expect(data).toMatchObject([
    { kind: "changed", object: "price", before: { amount: 13.99 }, after: { amount: 14.99 } },
  ]);
  expect(pagination.total_items).toBe(1);
  expect(meta.license).toBe("CC-BY-4.0");
  const self = new URL(links.self);
  expect(self.searchParams.get("cause")).toBe("vendor");
  const answer = await get(self.pathname + self.search, { base: staff.server.url });
  expect(answer.text).toBe(post.body);

  await settled();
  await openKey();
  expect(editor.text).toMatch(/delivered HTTP 204/);
  expect(editor.html).not.toContain(secret);
});

test("exchange rates send nothing, and neither do a price that stands and one that is new", async () => {
  await setUp();
  await publishRate(staff.databaseUrl, "1.52");
  await publishAmount(staff.databaseUrl, "14.99");
  await publishAmount(staff.databaseUrl, "3.99", "spotify", "AQ");
  await expect.poll(() => rowsOf("state")).toEqual(Array(3).fill({ state: "empty" }));
  expect(receiver.received).toEqual([]);
});

test("kinds that are chosen come, and those alone", async () => {
  await setUp({ "kind-added": "on", "kind-ended": "on" });
  await publishAmount(staff.databaseUrl, "4.99", "spotify", "GL");
  await publish("15.49");
  await settled();
  expect(receiver.received).toHaveLength(1);
  const { data } = Body.parse(JSON.parse(receiver.received[0]?.body ?? ""));
  expect(new Set(data.map(({ kind }) => kind))).toEqual(new Set(["added"]));
  expect(data.find(({ object }) => object === "price")?.after?.amount).toBe(4.99);
});

test("what is refused is tried again for a day under its id, and versions keep their order", async () => {
  await setUp();
  receiver.answer = () => ({ status: 503 });
  const waits: number[] = [];
  await publish("16.01");
  await publish("16.02");
  for (let tries = 1; tries <= 7; tries++) {
    await expect.poll(async () => (await rowsOf("tries"))[0]?.tries).toBe(tries);
    const [row] = await rowsOf("state, extract(epoch FROM due_at - tried_at)::float8 AS wait");
    expect(row.state).toBe("waiting");
    waits.push(Math.round(row.wait / 60));
    if (tries < 7) await makeDue();
  }
  expect(waits).toEqual([1, 5, 30, 120, 300, 480, 480]);
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual(
    Array(7).fill(receiver.received[0]?.headers["webhook-id"]),
  );
  receiver.answer = () => ({ status: 200 });
  await makeDue();
  await settled();
  const amounts = receiver.received.map(({ body }) => Body.parse(JSON.parse(body)).data[0]?.after?.amount);
  expect(amounts).toEqual([...Array(8).fill(16.01), 16.02]);
  expect(await rowsOf()).toEqual([
    { state: "delivered", tries: 8, status: 200, failure: null },
    { state: "delivered", tries: 1, status: 200, failure: null },
  ]);
});

test("a redirect is no good answer, and is not followed", async () => {
  await setUp();
  receiver.answer = () => ({ status: 307, headers: { location: hook("/elsewhere") } });
  await publish("16.51");
  await expect.poll(() => rowsOf()).toEqual([{ state: "waiting", tries: 1, status: 307, failure: null }]);
  expect(receiver.received.map(({ path }) => path)).toEqual(["/hook"]);
});

test("an answer of 410 pauses at once; three days of failures pause; an editor resumes", async () => {
  await setUp();
  receiver.answer = () => ({ status: 410 });
  await publish("17.01");
  await settled();
  expect((await rowsOf("state, status"))[0]).toEqual({ state: "dropped", status: 410 });
  await openKey();
  expect(editor.text).toContain("Paused because its address answered 410");
  await publish("17.02");
  expect(await rowsOf("state")).toHaveLength(1);

  await editor.submit("Resume the webhook");
  expect(editor.text).toContain("Resumed, from the next version on.");
  receiver.answer = () => ({ status: 500 });
  const giveUp = async (amount: string, sinceHours: number) => {
    await publish(amount);
    await expect.poll(async () => (await rowsOf("tries")).at(-1)?.tries).toBe(1);
    await staff.sql.query("UPDATE webhook SET failing_since = $1", [new Date(Date.now() - sinceHours * MS_PER_HOUR)]);
    await staff.sql.query("UPDATE webhook_delivery SET tries = 7 WHERE state = 'waiting'");
    await makeDue();
    await expect.poll(async () => (await rowsOf("state")).at(-1)?.state).toBe("failed");
  };
  await giveUp("17.03", 71);
  await openKey();
  expect(editor.text).toContain("Failing");
  expect(editor.text).not.toContain("Paused");
  await giveUp("17.04", 73);
  await openKey();
  expect(editor.text).toContain("Paused after three days without a good answer");
});

test("a test is sent once, with an id of its own, also while it is paused", async () => {
  const secret = await setUp();
  await openKey();
  await editor.submit("Pause the webhook");
  expect(editor.text).toContain("Paused by staff");
  await editor.submit("Send a test to the webhook");
  expect(editor.text).toContain("The test is on its way.");
  await settled();
  const [post] = receiver.received;
  if (post === undefined) throw new Error("nothing came");
  expect(post.headers["webhook-id"]).toMatch(/^test_/);
  expect(isSigned(post, secret)).toBe(true);
  Body.parse(JSON.parse(post.body));
  receiver.answer = () => ({ status: 500 });
  await editor.submit("Send a test to the webhook");
  await settled();
  expect(await rowsOf("state, status")).toEqual([
    { state: "delivered", status: 204 },
    { state: "failed", status: 500 },
  ]);
  expect((await staff.sql.query("SELECT failing_since FROM webhook")).rows).toEqual([{ failing_since: null }]);
});

test("a new secret signs beside the one before for a day", async () => {
  const before = await setUp();
  await openKey();
  await editor.submit("Make a new secret for the webhook");
  const after = SECRET.exec(editor.text)?.[0] ?? "";
  expect(after).not.toBe(before);
  await publish("18.01");
  await settled();
  const [first] = receiver.received;
  if (first === undefined) throw new Error("nothing came");
  expect([isSigned(first, before), isSigned(first, after)]).toEqual([true, true]);
  await staff.sql.query("UPDATE webhook SET secret_ends = now() - interval '1 second'");
  await publish("18.02");
  await settled();
  const [, second] = receiver.received;
  if (second === undefined) throw new Error("nothing came");
  expect([isSigned(second, before), isSigned(second, after)]).toEqual([false, true]);
});

async function readMetric(name: string): Promise<number> {
  const address = /Metrics are at (http:[^\s"]+)/.exec(staff.server.output())?.[1] ?? "";
  const text = await (await fetch(address)).text();
  return Number(new RegExp(`^${name} (\\d+)`, "m").exec(text)?.[1]);
}

test("a key that is revoked or has expired is sent nothing", async () => {
  await setUp();
  await staff.sql.query("UPDATE api_key SET expires_at = now() - interval '1 second' WHERE id = $1", [keyId]);
  await publish("19.01");
  expect(await rowsOf()).toEqual([]);
  // A test that an editor asked for as the key ended.
  await staff.sql.query("INSERT INTO webhook_delivery (key_id, at, due_at) VALUES ($1, now(), now())", [keyId]);
  expect(await readMetric("webhook_deliveries_waiting")).toBe(0);
  await staff.sql.query("DELETE FROM webhook_delivery");
  await staff.sql.query("UPDATE api_key SET expires_at = NULL WHERE id = $1", [keyId]);
  await openKey();
  await editor.submit("Revoke the key", { confirmation: "Dashboard" });
  expect((await staff.sql.query("SELECT FROM webhook")).rowCount).toBe(0);
  await publish("19.02");
  expect(receiver.received).toEqual([]);
});

test.each([
  ["", "Address must be an address that begins with https://."],
  ["shop", "Address must be an address that begins with https://."],
  ["http://shop.example/hook", "Address must begin with https://."],
  ["https://me:secret@shop.example/hook", "Address must have no user name and no password."],
])("the address %j is refused", async (address, says) => {
  await openKey();
  await editor.submit(FORM, { address });
  expect(editor.text).toContain(says);
  expect((await staff.sql.query("SELECT FROM webhook")).rowCount).toBe(0);
});

test("an address that is not public hears nothing", async () => {
  await setUp({ address: "https://localhost/hook" });
  await publish("20.01");
  await expect
    .poll(() => rowsOf())
    .toEqual([{ state: "waiting", tries: 1, status: null, failure: "it leads to an address that is not public" }]);
});

test("who may only look sees no more of the address than its host; the audit trail has neither address nor secret", async () => {
  const secret = await setUp({ address: hook("/a-secret-path?token=the-canary") });
  await staff.list("viewer@example.com", "viewer");
  const viewer = await staff.enter("viewer@example.com");
  await viewer.open(`/admin/keys/${keyId}`);
  expect(viewer.text).toContain(`http://${receiver.host}/…`);
  expect(viewer.html).not.toContain("a-secret-path");
  const { rows } = await staff.sql.query("SELECT action, after::text FROM audit_event WHERE target_id = $1", [keyId]);
  expect(rows).toMatchObject([{ action: "webhook.save", after: expect.stringContaining(receiver.host) }]);
  for (const text of ["a-secret-path", "the-canary", secret])
    expect(JSON.stringify(rows) + staff.server.output()).not.toContain(text);
});

test("the receiver of the documentation takes what is ours, once, and refuses the rest", async () => {
  const [code = ""] = await readPrograms("webhooks", staff.server.url, "/docs/programs");
  const port = await findFreePort("127.0.0.1");
  const secret = await setUp();
  const program = spawn(process.execPath, ["--input-type=module", "-"], {
    env: { ...programEnv, WEBHOOK_SECRET: secret, PORT: String(port) },
  });
  const lines: string[] = [];
  createInterface(program.stdout).on("line", (line) => lines.push(line));
  try {
    program.stdin.end(code);
    await publish("21.01");
    await settled();
    const [post] = receiver.received;
    if (post === undefined) throw new Error("nothing came");
    const send = (body: string) =>
      fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers: signed(post), body }).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(() => send(post.body.replace("21.01", "1.01"))).toBe(401);
    expect([await send(post.body), await send(post.body)]).toEqual([204, 204]);
    await expect.poll(() => lines).toEqual(["netflix DE 20.01 to 21.01 EUR"]);
  } finally {
    await end(program);
  }
});

const signed = ({ headers }: ReceivedPost) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("webhook-")));

async function end(program: ChildProcess): Promise<void> {
  const ended = once(program, "exit");
  program.kill("SIGKILL");
  await ended;
}
