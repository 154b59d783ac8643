import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { get } from "@/tests/support/api";
import { startServer } from "@/tests/support/server";
import { startStaffServer } from "@/tests/support/staff";
import { callAction, listBuiltActions } from "@/tests/support/staff-actions";
import { toMultipart } from "@/tests/support/visitor";

// Each test starts a server of its own.
vi.setConfig({ testTimeout: 120_000 });

/** The lines of a log, each of which has to be a JSON object. */
function parseLines(stdout: string): Record<string, unknown>[] {
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      expect(line).toMatch(/^\{.*\}$/);
      return JSON.parse(line);
    });
}

test("a server tells of its start on standard output in JSON, whatever LOG_LEVEL says", async () => {
  await using server = await startServer({ LOG_LEVEL: "silent" });
  await get("/", { base: server.url });
  await expect.poll(() => server.stdout()).toContain("Metrics are at");
  await server.stop();
  expect(parseLines(server.stdout())).toContainEqual(
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
    // As the client of Next sends a form: the action answers with the page that it leads to.
    const { type, payload } = toMultipart({ "1_id": id, "1_confirmation": "x", "0": '[null,"$K1"]' });
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
    // A post from elsewhere is refused as before.
    const foreign = { origin: "https://evil.example", "x-forwarded-proto": "https" };
    expect((await callAction(visitor, revoke, { id, confirmation: "x" }, foreign)).status).toBe(403);
    await staff.server.stop();
    parseLines(staff.server.stdout());
    expect(staff.server.output()).not.toContain("redirect response");
  } finally {
    await staff.stop();
  }
});

test("all that a process prints is one JSON line each, with its line breaks escaped", async () => {
  const program = `
    import { captureOutput } from "./server/output.ts";
    captureOutput();
    console.log("one\\n{}\\ntwo", { three: 3 });
    console.error(new Error("failed\\nhere"));
    console.warn("\\u001b[31mred\\u001b[0m");
    process.stdout.write("stray\\n");
    process.stderr.write(Buffer.from("astray"), () => console.info("written"));
    process.emitWarning("be careful");
    console.log("");
  `;
  const args = ["--conditions=react-server", "--import", "tsx", "--input-type=module", "--eval", program];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
  expect(stderr).toBe("");
  const lines = parseLines(stdout).map(({ level, msg }) => [level, String(msg).split("\n    at ")[0]]);
  expect(lines).toEqual([
    [30, "one\n{}\ntwo { three: 3 }"],
    [50, "Error: failed\nhere"],
    [40, "red"],
    [30, "stray"],
    [40, "astray"],
    [30, "written"],
    [40, "Warning: be careful"],
  ]);
});
