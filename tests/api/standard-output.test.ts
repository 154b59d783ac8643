import { expect, test, vi } from "vitest";
import { get } from "@/tests/support/api";
import { startServer } from "@/tests/support/server";
import { startStaffServer } from "@/tests/support/staff";
import { callAction, listBuiltActions } from "@/tests/support/staff-actions";
import { toMultipart } from "@/tests/support/visitor";

vi.setConfig({ testTimeout: 120_000 });

test("a server tells of its start on standard output in JSON, whatever LOG_LEVEL says", async () => {
  await using server = await startServer({ LOG_LEVEL: "silent" });
  await get("/", { base: server.url });
  await expect.poll(() => server.stdout()).toContain("Metrics are at");
  await server.stop();
  const lines = server
    .stdout()
    .split("\n")
    .filter((line) => line.startsWith("{"));
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: 30, msg: `Price Atlas is ready at ${server.url}` }),
  );
  expect(server.output()).toBe(server.stdout());
});

test("behind TLS, an action that leads to another page fetches it from this process and prints nothing", async () => {
  const staff = await startStaffServer({ LOG_LEVEL: "info" });
  try {
    const id = await staff.list("owner@example.com", "owner");
    const visitor = await staff.enter("owner@example.com");
    const actions = await listBuiltActions();
    const revoke = actions.find(({ name }) => name === "admin/keys/revoke");
    if (!revoke) throw new Error("there is no action to revoke a key");
    const signedOut = new Map(visitor.cookies);
    visitor.cookies.clear();
    // Sent as Next's client does: the answer is the page that the action leads to.
    const { type, payload } = toMultipart({ "1_$ACTION_KEY": "k", "0": '[null,"$K1"]' });
    const { host } = new URL(staff.server.url);
    const headers = {
      ...{ "content-type": type, "content-length": String(Buffer.byteLength(payload)), "next-action": revoke.id },
      ...{ origin: staff.server.url, host, "x-forwarded-proto": "https", accept: "text/x-component" },
    };
    const reply = await visitor.request("POST", "/admin/keys", headers, payload);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("x-action-redirect")).toMatch(/^\/admin\/sign-in/);
    expect(reply.headers.get("content-type")).toBe("text/x-component");
    visitor.cookies = signedOut;
    const foreign = { origin: "https://evil.example", "x-forwarded-proto": "https" };
    expect((await callAction(visitor, revoke, { id, confirmation: "x" }, foreign)).status).toBe(403);
    await staff.server.stop();
    expect(staff.server.output()).not.toContain("redirect response");
  } finally {
    await staff.stop();
  }
});
