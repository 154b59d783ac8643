import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "@/lib/access/staff/passwords";
import { type Cuttable, makeCuttable } from "../support/cuttable";
import { postUpload } from "../support/desk";
import { query } from "../support/import-cli";
import { databaseUrl, startServer } from "../support/server";
import type { ServerProcess } from "../support/spawn-server";
import { PASSWORD } from "../support/staff";
import { callAction, listBuiltActions } from "../support/staff-actions";
import { Visitor } from "../support/visitor";

const EMAIL = `${randomUUID()}@example.com`;
const PAGES = [
  "/admin/keys",
  "/admin/keys/new",
  "/admin/keys/00000000-0000-4000-8000-000000000000",
  "/admin/staff",
  "/admin/staff/00000000-0000-4000-8000-000000000000",
  "/admin/audit",
  "/admin/data",
  "/admin/desk",
  "/admin/verify",
  "/admin/changes",
  "/admin/changes/new",
  "/admin/changes/1",
  "/admin/changes/1/changes.csv",
  "/admin/reports",
  "/admin/reports/1",
  "/admin/account",
  "/admin/audit.csv",
  "/admin/keys.csv",
];
const INTERNALS = /prisma|postgres|ECONN|node_modules|\.ts:\d|\bat .*\(|__next_error__/i;

let way: Cuttable;
let server: ServerProcess;
beforeAll(async () => {
  await query(databaseUrl, "INSERT INTO staff (id, email, role, password_hash) VALUES ($1, $2, 'owner', $3)", [
    ...[randomUUID(), EMAIL, await hashPassword(PASSWORD)],
  ]);
  way = await makeCuttable(databaseUrl);
  const env = { DATABASE_URL: way.url, NEXTAUTH_SECRET: "a secret of the tests, long enough", LOG_LEVEL: "silent" };
  server = await startServer(env);
}, 120_000);
afterAll(async () => {
  way.restore();
  await server.stop();
  await way[Symbol.asyncDispose]();
});

test("without the database staff are told so, stay signed in, and go on when it is back", async () => {
  const owner = await new Visitor(server.url).signIn(EMAIL, PASSWORD);
  expect(owner.at).toBe("/admin/desk");
  way.cut();
  for (const path of PAGES) {
    const { status, headers, text } = await owner.request("GET", path);
    expect([path, status, headers.get("retry-after")]).toEqual([path, 503, "5"]);
    expect(text).not.toMatch(INTERNALS);
    expect(headers.get("cache-control")).toContain("no-store");
  }
  expect((await owner.request("GET", "/admin/keys")).text).toContain("Price Atlas is not available for a moment");
  const other = await new Visitor(server.url).open("/admin/sign-in");
  expect(other.html).not.toMatch(INTERNALS);
  // Without set-up: it answers at once that there is no link.
  for (const action of (await listBuiltActions()).filter(({ name }) => /^admin\/(?!set-up\/)/.test(name))) {
    const { status, text } = await callAction(owner, action, { id: "1", note: "What I typed" });
    expect([action.name, status]).toEqual([action.name, 503]);
    expect(text).not.toMatch(INTERNALS);
  }
  const upload = await postUpload(owner, [{ name: "prices.csv", content: "x" }]);
  expect(upload.status).toBe(503);
  expect(upload.text).not.toMatch(INTERNALS);
  way.restore();
  await expect.poll(async () => (await owner.request("GET", "/admin/keys")).status, { timeout: 15_000 }).toBe(200);
}, 120_000);
