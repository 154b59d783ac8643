import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { get } from "../support/api";
import { type Cuttable, makeCuttable } from "../support/cuttable";
import type { TestDatabase } from "../support/database";
import { postUpload } from "../support/desk";
import { createDatabase, startServer } from "../support/server";
import { isLauncher, isProxied, type ServerProcess } from "../support/spawn-server";
import { listStaff, PASSWORD, SECRET } from "../support/staff";
import { callAction, listBuiltActions } from "../support/staff-actions";
import { isAged } from "../support/test-days";
import { Visitor } from "../support/visitor";

// A server that starts on old data, and whose database is cut off then.

const REPORT = "/report?country=TR&period=monthly&platform=web&product=netflix-premium";
const SEEN = "https://www.netflix.com/tr/signup";
/** Days since something was filed, and since it was closed. */
const AGES = "(VALUES (1, 91, NULL), (2, 89, NULL), (3, 201, 91), (4, 200, 89)) AS aged (place, filed, closed)";

let database: TestDatabase;
let sql: Client;
let way: Cuttable;
let server: ServerProcess;
let events: unknown[];
const readRows = async (text: string) => (await sql.query({ text, rowMode: "array" })).rows;
const readEvents = () =>
  readRows("SELECT to_jsonb(audit_event) - 'address' FROM audit_event WHERE actor = 'a test' ORDER BY id");

beforeAll(async () => {
  database = await createDatabase("small");
  sql = new Client({ connectionString: database.url });
  await sql.connect();
  await listStaff(sql, "owner@example.com", "owner");
  await sql.query(
    `INSERT INTO audit_event (actor, action, target_type, address, at)
     SELECT 'a test', 'x', 'staff', '203.0.113.' || days, now() - make_interval(days => days) FROM (VALUES (91), (89)) AS old (days)`,
  );
  await sql.query(
    `INSERT INTO sent_once (id, event_id, at) SELECT gen_random_uuid(), id, at FROM audit_event WHERE actor = 'a test'`,
  );
  await sql.query(
    `INSERT INTO price_report (series_id, kind, found_by, was_amount, was_currency, source_url, sender, email, at, outcome, answer, closed_at)
     SELECT series_id, 'amount', 'visitor', amount, currency, 'https://example.com/', 'sender', filed || '-' || coalesce(closed, 0),
       now() - make_interval(days => filed), CASE WHEN closed > 0 THEN 'kept' END, 'It is right', now() - make_interval(days => closed)
     FROM ${AGES}, (SELECT * FROM price LIMIT 1) AS price ORDER BY place`,
  );
  await sql.query(
    `INSERT INTO key_request (name, email, purpose, requests_per_minute, sender, at, outcome, answer, closed_at)
     SELECT 'Paper', filed || '-' || coalesce(closed, 0), 'A test', 600, 'sender', now() - make_interval(days => filed),
       CASE WHEN closed > 0 THEN 'refused' END, 'No', now() - make_interval(days => closed)
     FROM ${AGES} ORDER BY place`,
  );
  await sql.query(
    `INSERT INTO visitor_reading (product, country, platform, period, amount, currency, observed_on, source_url, sender, at, declined_at)
     SELECT 'netflix', 'AQ', 'web', 'yearly', filed, 'USD', '2026-01-01', 'https://example.com/', 'sender',
       now() - make_interval(days => filed), now() - make_interval(days => closed)
     FROM ${AGES} ORDER BY place`,
  );
  events = await readEvents();
  way = await makeCuttable(database.url);
  server = await startServer({ DATABASE_URL: way.url, NEXTAUTH_SECRET: SECRET, LOG_LEVEL: "silent" });
});
afterAll(async () => {
  way.restore();
  await server.stop();
  await sql.end();
  await way[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

test("addresses of the audit trail, of reporters and of who asks for a key are erased after 90 days, with declined readings of visitors, and nothing else", async () => {
  const sent = [
    ["erased", ""],
    ["89-0", "sender"],
    ["erased", ""],
    ["200-89", ""],
  ];
  await expect
    .poll(() => readRows("SELECT address FROM audit_event WHERE actor = 'a test' ORDER BY id"))
    .toEqual([[null], ["203.0.113.89"]]);
  await expect
    .poll(() => readRows("SELECT address FROM sent_once JOIN audit_event e ON e.id = event_id"))
    .toEqual([["203.0.113.89"]]);
  const reports = "SELECT coalesce(email, 'erased'), sender FROM price_report WHERE found_by = 'visitor' ORDER BY id";
  await expect.poll(() => readRows(reports)).toEqual(sent);
  const requests = "SELECT coalesce(email, 'erased'), sender FROM key_request ORDER BY id";
  await expect.poll(() => readRows(requests)).toEqual(sent);
  const told = "SELECT amount::int, sender, declined_at IS NOT NULL FROM visitor_reading ORDER BY id";
  await expect
    .poll(() => readRows(told))
    .toEqual([
      [91, "", false],
      [89, "sender", false],
      [200, "", true],
    ]);
  expect(await readEvents()).toEqual(events);
});

describe("without the database", () => {
  const INTERNALS = /prisma|postgres|ECONN|node_modules|\.ts:\d|\bat .*\(|__next_error__/i;
  const NOBODY = "00000000-0000-4000-8000-000000000000";
  const PAGES = [
    "/admin/keys",
    "/admin/keys/new",
    `/admin/keys/${NOBODY}`,
    "/admin/staff",
    `/admin/staff/${NOBODY}`,
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
    "/admin/reports/readings",
    "/admin/account",
    "/admin/audit.csv",
    "/admin/keys.csv",
  ];
  let owner: Visitor;
  const KEPT = ["/api/prices?country=TR&page_size=25", "/countries"];
  const kept: Record<string, string> = {};
  let seen = "";
  let unseen = "";
  let late = "";
  const forms: Record<string, Visitor> = {};
  const read = (path: string) => get(path, { base: server.url });
  const ask = async (token: string) => {
    const { status } = await get("/api/key", { base: server.url, headers: { "x-api-key": token } });
    return status;
  };
  async function issue(): Promise<string> {
    await owner.open("/admin/keys/new");
    await owner.submit("New key", { name: "outage", owner: "tests", requests_per_minute: "1000" });
    return /pa_live_\w{36}/.exec(owner.text)?.[0] ?? "";
  }

  beforeAll(async () => {
    owner = await new Visitor(server.url).signIn("owner@example.com", PASSWORD);
    expect(owner.at).toBe("/admin/desk");
    [seen, unseen, late] = [await issue(), await issue(), await issue()];
    expect(await ask(seen)).toBe(200);
    for (const path of [REPORT, "/docs/keys"]) forms[path] = await new Visitor(server.url).open(path);
    for (const path of KEPT) kept[path] = (await read(path)).text;
    // Other pages of the kinds that are read below: what loading them takes is not tested here.
    for (const path of ["/services/spotify", "/countries/US", "/compare", "/docs/errors"]) await read(path);
    await read("/?currency=EUR");
  });
  beforeEach(() => way.cut());
  afterAll(() => way.restore());

  test("keys that were seen work, and others are a 503", async () => {
    // Longer than the cache of a key.
    await sleep(4_500);
    for (let time = 0; time < 10; time++)
      expect(await Promise.all([ask(seen), ask(unseen), ask(seen), ask(unseen)])).toEqual([200, 503, 200, 503]);
    expect(await ask("pa_live_mistyped")).toBe(401);
  });

  // Next alone keeps no page, and answers 500 to those that it reads.
  test.skipIf(!isLauncher)(
    "what is kept is still answered, on a new connection and on one that is reused",
    async () => {
      for (const reuses of [false, true, true])
        for (const path of KEPT) {
          const { status, text } = await get(path, { base: server.url, reuses });
          expect([path, status, text === kept[path]]).toEqual([path, 200, true]);
        }
    },
  );

  test.skipIf(isProxied)("staff are told so, at every page, action and upload", async () => {
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
  });

  test.skipIf(isProxied)("the form of a report says so and keeps all that was typed", async () => {
    const typed = { kind: "amount", amount: "999.99", currency: "TRY", source_url: SEEN, email: "me@example.org" };
    const visitor = await forms[REPORT]?.submit("Report a price", typed);
    expect(visitor?.page?.status).toBe(200);
    expect(visitor?.text).toContain("our database does not answer");
    for (const value of ["999.99", SEEN, "me@example.org"]) expect(visitor?.html).toContain(`value="${value}"`);
    expect(visitor?.html).toMatch(/<input[^>]*value="amount"[^>]*checked|<input[^>]*checked[^>]*value="amount"/);
    expect(visitor?.html).toContain('<option selected="">TRY</option>');
  });

  test("the form that asks for a key says so and keeps all that was typed", async () => {
    const typed = { name: "Paper Ltd", email: "dev@example.org", purpose: "A currency app" };
    const visitor = await forms["/docs/keys"]?.submit("Ask for a key", typed);
    expect(visitor?.page?.status).toBe(200);
    expect(visitor?.text).toContain("our database does not answer");
    expect(visitor?.html).toContain('value="dev@example.org"');
    expect(visitor?.html).toContain("A currency app</textarea>");
  });

  test.skipIf(!isLauncher)(
    "a page that nobody has read says so whole and without scripts, and the API to whom it counts",
    async () => {
      for (const path of [
        "/services",
        "/services/netflix",
        "/countries/TR",
        "/compare?countries=US,TR&products=netflix",
        "/docs",
      ]) {
        const { status, headers, text } = await read(path);
        expect([path, status, headers.get("retry-after")]).toEqual([path, 503, "5"]);
        expect(headers.get("content-type")).toContain("text/html");
        expect(headers.get("cache-control")).toBe("no-store");
        expect(text).toMatch(/<h1[^>]*>This page cannot be shown at the moment<\/h1>/);
        expect(text).toMatch(/Reference for a report: <code>[\w-]+<\/code>/);
        expect(text).toMatch(/<meta name="robots" content="noindex/);
        expect(text).toMatch(/<\/html>$/);
        expect(text).not.toMatch(/_next\/static\/[^"]*\.js|__next_f|127\.0\.0\.1|ECONN|prisma/i);
      }
      // Home is built from values cached by version.
      const home = await read("/");
      expect([home.status, home.text.includes("What does yours cost elsewhere?")]).toEqual([200, true]);
      for (const path of ["/api/openapi.json", "/api/prices?format=csv&country=TR", "/api/prices?country=DE"]) {
        const { status, headers } = await read(path);
        expect([path, status, headers.get("retry-after")]).toEqual([path, 503, "5"]);
        expect(Number(headers.get("x-ratelimit-remaining"))).toBeGreaterThan(0);
      }
      const unknown = await read("/no/such/page");
      expect([unknown.status, unknown.text.includes("There is no page “/no/such/page”")]).toEqual([404, true]);
    },
  );

  test("until it is back: then staff are still signed in, all keys work, and pages are shown", async () => {
    way.restore();
    await expect.poll(() => ask(late)).toBe(200);
    expect(await ask(seen)).toBe(200);
    await expect
      .poll(async () => (await read("/services/netflix")).text)
      .toContain(isAged() ? "Netflix Standard cost " : "Netflix Standard costs ");
    await expect.poll(async () => (await owner.request("GET", "/admin/keys")).status).toBe(200);
  });
});
