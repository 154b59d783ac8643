import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { findKey, usageByDay, usageSparklines } from "@/lib/access/keys/data";
import { listKeys } from "@/lib/access/keys/list/data";
import type { KeySort } from "@/lib/access/keys/list/schema";
import { createKey, revokeKey, rotateKey, updateKey } from "@/lib/access/keys/mutations";
import { KEY_STATUSES } from "@/lib/access/keys/rules";
import type { KeyInput } from "@/lib/access/keys/schema";
import { summarizeKeys } from "@/lib/access/keys/summary-data";
import { makeToken } from "@/lib/access/keys/tokens";
import { get } from "../support/api";
import type { TestDatabase } from "../support/database";
import { admitted, flood } from "../support/limits";
import { tryScript } from "../support/run-script";
import { createDatabase, startServer } from "../support/server";
import { isLauncher, type ServerProcess } from "../support/spawn-server";

const PATH = "/api/key";
const Own = z.object({
  data: z.object({
    name: z.string(),
    requests_per_minute: z.int(),
    window: z.object({ used: z.int(), remaining: z.int(), resets_at: z.iso.datetime() }),
    expires_at: z.iso.datetime().nullable(),
    days: z.array(z.object({ day: z.iso.date(), answered: z.int(), limited: z.int(), errors: z.int() })).nullable(),
  }),
});

let database: TestDatabase;
let servers: ServerProcess[];
let sql: Client;
const tokens: string[] = [];
beforeAll(async () => {
  database = await createDatabase("small");
  vi.stubEnv("DATABASE_URL", database.url);
  sql = new Client({ connectionString: database.url });
  await sql.connect();
  const env = { DATABASE_URL: database.url, LOG_LEVEL: "debug", DATABASE_TIMEOUT_SECONDS: "15" };
  servers = await Promise.all([startServer(env), startServer(env)]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  const { closeDatabase } = await import("@/lib/platform/db");
  await closeDatabase();
  await sql.end();
  await database[Symbol.asyncDispose]();
});

const input = (fields: Partial<KeyInput> = {}): KeyInput => ({
  name: "Key",
  owner: "tests",
  requests_per_minute: 600,
  ...fields,
});

async function issue(fields: Partial<KeyInput> = {}) {
  const { key, token } = await createKey(input(fields), { staffId: null });
  tokens.push(token);
  return { id: key.id, token };
}

async function statuses(token: string): Promise<number[]> {
  const replies = servers.map(({ url }) => get(PATH, { base: url, headers: { "x-api-key": token } }));
  return (await Promise.all(replies)).map(({ status }) => status);
}

async function limits(token: string): Promise<(string | null)[]> {
  const replies = servers.map(({ url }) => get(PATH, { base: url, headers: { "x-api-key": token } }));
  return (await Promise.all(replies)).map(({ headers }) => headers.get("x-ratelimit-limit"));
}

describe("a change comes into force in every process, whoever was told of it", () => {
  test("a raised limit", async () => {
    const { id, token } = await issue({ requests_per_minute: 3 });
    expect(admitted(await flood([servers[0]?.url ?? ""], 10, PATH, () => ({ "x-api-key": token })))).toHaveLength(3);
    expect(await limits(token)).toEqual(["3", "3"]);
    expect(await updateKey(id, input({ requests_per_minute: 500 }))).toBe(true);
    await expect.poll(() => limits(token)).toEqual(["500", "500"]);
    expect(await statuses(token)).toEqual([200, 200]);
  });

  test("a revocation", async () => {
    const { id, token } = await issue();
    expect(await statuses(token)).toEqual([200, 200]);
    expect(await revokeKey(id)).toBe(true);
    await expect.poll(() => statuses(token)).toEqual([401, 401]);
  });

  test("a revocation and a lowered limit that nobody was told of", async () => {
    const revoked = await issue();
    const lowered = await issue();
    for (const { token } of [revoked, lowered]) expect(await statuses(token)).toEqual([200, 200]);
    await sql.query("UPDATE api_key SET revoked_at = now() WHERE id = $1", [revoked.id]);
    await sql.query("UPDATE api_key SET requests_per_minute = 77 WHERE id = $1", [lowered.id]);
    await Promise.all([
      expect.poll(() => statuses(revoked.token)).toEqual([401, 401]),
      expect.poll(() => limits(lowered.token)).toEqual(["77", "77"]),
    ]);
  });

  test("an expiry, to the second", async () => {
    const expires = Date.now() + 1_500;
    const { token } = await issue({ expires_at: new Date(expires) });
    for (let isOver = false; !isOver; await sleep(50)) {
      isOver = Date.now() >= expires;
      const answered = await statuses(token);
      if (isOver) expect(answered).toEqual([401, 401]);
      else if (Date.now() < expires) expect(answered).toEqual([200, 200]);
    }
  });
});

test("unknown, malformed, revoked, expired and rotated-out keys get one and the same 401", async () => {
  const revoked = await issue();
  const expired = await issue();
  const rotated = await issue();
  await revokeKey(revoked.id);
  await sql.query("UPDATE api_key SET expires_at = now() WHERE id = $1", [expired.id]);
  await rotateKey(rotated.id, "now");
  const bad = [makeToken(), "pa_live_mistyped", revoked.token, expired.token, rotated.token];
  const replies = await Promise.all(
    bad.map((token) => get(PATH, { base: servers[0]?.url ?? "", headers: { "x-api-key": token } })),
  );
  const told = replies.map(({ status, text, headers }) => {
    const same = [...headers].filter(([name]) => !["date", "x-request-id", "x-ratelimit-reset"].includes(name));
    return JSON.stringify([status, text.replace(headers.get("x-request-id") ?? "", ""), same]);
  });
  expect(new Set(told).size).toBe(1);
  expect(replies[0]?.status).toBe(401);
});

describe("rotation", () => {
  test("gives a token that works at once, while the old one does for the overlap", async () => {
    const { id, token } = await issue({ requests_per_minute: 10 });
    const next = (await rotateKey(id, "1h"))?.token ?? "";
    tokens.push(next);
    expect([await statuses(token), await statuses(next)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    expect(await findKey(id)).toMatchObject({ status: "rotating", tokens: [{ expiresAt: null }, {}] });
    const left = await get(PATH, { base: servers[0]?.url ?? "", headers: { "x-api-key": token } });
    expect(left.headers.get("x-ratelimit-remaining")).toBe("7");
    await rotateKey(id, "now");
    await expect
      .poll(() => Promise.all([statuses(token), statuses(next)]))
      .toEqual([
        [401, 401],
        [401, 401],
      ]);
  });

  test("by several people at the same moment leaves one of their tokens, and no other", async () => {
    const { id, token } = await issue();
    const results = await Promise.all(Array.from({ length: 8 }, () => rotateKey(id, "now")));
    const given = results.map((result) => result?.token ?? "");
    tokens.push(...given);
    const answers = await Promise.all([token, ...given].map(statuses));
    expect(answers.flat().filter((status) => status === 200)).toHaveLength(2);
    expect(answers[0]).toEqual([401, 401]);
    expect((await findKey(id))?.tokens.filter(({ expiresAt }) => expiresAt === null)).toHaveLength(1);
  });

  test("at the moment of a revocation leaves nothing that works", async () => {
    const { id, token } = await issue();
    const [rotated] = await Promise.all([rotateKey(id, "7d"), revokeKey(id), rotateKey(id, "7d")]);
    await expect
      .poll(() => Promise.all([token, rotated?.token ?? makeToken()].map(statuses)))
      .toEqual([
        [401, 401],
        [401, 401],
      ]);
  });

  test("and every change of a revoked key is refused, and so is a second revocation", async () => {
    const { id, token } = await issue();
    const both = await Promise.all([revokeKey(id), revokeKey(id)]);
    expect(both.sort()).toEqual([false, true]);
    expect(await updateKey(id, input({ expires_at: new Date(Date.now() + 1e9) }))).toBe(false);
    expect(await rotateKey(id, "7d")).toBeNull();
    expect(await statuses(token)).toEqual([401, 401]);
    expect(await findKey(id)).toMatchObject({ status: "revoked" });
  });
});

describe("GET /api/key", () => {
  test("tells the holder name, limit, use and expiry, and is kept nowhere", async () => {
    const expires = new Date(Date.now() + 86_400_000);
    const { token } = await issue({ name: "Dashboard", requests_per_minute: 50, expires_at: expires });
    const base = servers[0]?.url ?? "";
    await flood([base], 4, PATH, () => ({ "x-api-key": token }));
    const { status, body, headers } = await get("/api/key", { base, headers: { "x-api-key": token } });
    const { data } = Own.parse(body);
    expect(status).toBe(200);
    expect(data).toMatchObject({ name: "Dashboard", requests_per_minute: 50, expires_at: expires.toISOString() });
    expect(data.window).toMatchObject({ used: 5, remaining: 45 });
    expect(Date.parse(data.window.resets_at) - Date.now()).toBeLessThanOrEqual(60_000);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("ratelimit")).toMatch(/^"key";r=45;t=\d+$/);
  });

  test("tells the requests of the last 30 days by day, today last", async () => {
    const { token } = await issue({ requests_per_minute: 600 });
    const ask = async () => {
      const { body } = await get("/api/key", { base: servers[0]?.url ?? "", headers: { "x-api-key": token } });
      return Own.parse(body).data.days ?? [];
    };
    expect((await ask()).map(({ answered, limited, errors }) => answered + limited + errors)).toEqual(
      Array(30).fill(0),
    );
    await expect.poll(async () => (await ask()).at(-1)?.answered, { interval: 200 }).toBeGreaterThan(1);
    const days = (await ask()).map(({ day }) => day);
    expect(days).toEqual([...new Set(days)].sort());
  });

  test("is a 401 without a key", async () => {
    const { status, headers } = await get("/api/key", { base: servers[0]?.url ?? "" });
    expect([status, headers.get("cache-control")]).toEqual([401, "no-store"]);
  });
});

test("usage of every process is counted by day: answered, limited, errors, last used", async () => {
  const begun = Date.now();
  const { id, token } = await issue({ requests_per_minute: 8 });
  const headers = { "x-api-key": token };
  for (const { url: base } of servers) {
    const etag = (await get("/api/openapi.json", { base, headers })).headers.get("etag") ?? "";
    await flood([base], 3, PATH, () => headers);
    await flood([base], 2, "/api/openapi.json", () => ({ ...headers, "if-none-match": etag }));
    await flood([base], 4, "/api/no/such/path", () => headers);
    await flood([base], 5, PATH, () => headers);
  }
  const today = { day: new Date().toISOString().slice(0, 10), answered: 12, limited: 10, errors: 8 };
  await expect.poll(async () => (await usageByDay(id, 1))[0]).toEqual(today);
  const days = await usageByDay(id, 30);
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toEqual(today);
  expect(days.slice(0, -1).every((day) => day.answered + day.limited + day.errors === 0)).toBe(true);
  expect((await usageSparklines([id], 30)).get(id)).toEqual([...Array(29).fill(0), 30]);
  expect((await findKey(id))?.lastUsedAt?.getTime()).toBeGreaterThanOrEqual(begun);
});

describe("the list", () => {
  test("finds keys by name, owner and e-mail, whatever their case, and by status", async () => {
    const mark = makeToken().slice(-12);
    const soon = new Date(Date.now() + 5 * 86_400_000);
    const ids = {
      active: (await issue({ name: `${mark} a`, contact_email: "someone@example.com" })).id,
      rotating: (await issue({ name: `${mark} b` })).id,
      "expires soon": (await issue({ owner: `${mark} c`, expires_at: soon })).id,
      expired: (await issue({ contact_email: `${mark}@example.com`, expires_at: soon })).id,
      revoked: (await issue({ name: `100% ${mark} e` })).id,
    };
    await rotateKey(ids.rotating, "24h");
    await sql.query("UPDATE api_key SET expires_at = now() WHERE id = $1", [ids.expired]);
    await revokeKey(ids.revoked);
    const found = await listKeys({ search: mark.toLowerCase() });
    expect(found).toMatchObject({ total: 5, page: 1, pages: 1 });
    for (const status of KEY_STATUSES) {
      const { keys } = await listKeys({ search: mark, status });
      expect(keys.map((key) => [key.id, key.status])).toEqual([[ids[status], status]]);
    }
    expect((await listKeys({ search: "100% " })).total).toBe(1);
    expect((await listKeys({ search: "%" })).total).toBe(1);
  });

  test("finds a key by the last four characters of its token", async () => {
    const { id, token } = await issue({});
    const { keys } = await listKeys({ search: token.slice(-4) });
    expect(keys.map((key) => key.id)).toContain(id);
  });

  test("sorts by name, limit, end, last use and requests of 30 days", async () => {
    const mark = makeToken().slice(-12);
    const day = (days: number) => new Date(Date.now() + days * 86_400_000);
    const a = (await issue({ name: `${mark} a`, requests_per_minute: 10, expires_at: day(30) })).id;
    const b = (await issue({ name: `${mark} b`, requests_per_minute: 30 })).id;
    const c = (await issue({ name: `${mark} c`, requests_per_minute: 20, expires_at: day(20) })).id;
    await sql.query("UPDATE api_key SET last_used_at = now() WHERE id = $1", [c]);
    await sql.query("UPDATE api_key SET last_used_at = now() - interval '1 day' WHERE id = $1", [b]);
    await sql.query(
      "INSERT INTO api_key_usage (key_id, day, answered) VALUES ($1, current_date, 5), ($2, current_date, 7)",
      [a, b],
    );
    const order = async (sort: KeySort) => (await listKeys({ search: mark, sort })).keys.map(({ id }) => id);
    expect(await order("name")).toEqual([a, b, c]);
    const upper = (await issue({ name: `${mark} B` })).id;
    expect(await order("name")).toEqual([a, b, upper, c]);
    await revokeKey(upper);
    expect((await summarizeKeys(mark.toLowerCase())).found).toMatchObject({ active: 3, revoked: 1, expired: 0 });
    await sql.query("DELETE FROM api_key_token WHERE key_id = $1", [upper]);
    await sql.query("DELETE FROM api_key WHERE id = $1", [upper]);
    expect(await order("limit")).toEqual([b, c, a]);
    expect(await order("expires")).toEqual([c, a, b]);
    expect(await order("used")).toEqual([c, b, a]);
    expect(await order("requests")).toEqual([b, a, c]);
  });

  test("has pages, and one past the end is empty", async () => {
    const mark = makeToken().slice(-12);
    for (let at = 0; at < 27; at++) await issue({ name: `${mark} ${at}` });
    const pages = await Promise.all([1, 2, 3].map((page) => listKeys({ search: mark, page })));
    expect(pages.map(({ keys }) => keys.length)).toEqual([25, 2, 0]);
    expect(pages[0]).toMatchObject({ total: 27, pages: 2 });
  });

  test("an id that is none is nobody's", async () => {
    expect(await findKey("1; DROP TABLE api_key")).toBeNull();
    expect(await findKey("00000000-0000-4000-8000-000000000000")).toBeNull();
  });
});

describe("npm run keys:create", () => {
  const run = (...args: string[]) => tryScript("scripts/keys-create.ts", args, { DATABASE_URL: database.url });

  test("prints a token that works, once, and leaves a trace in the audit log without it", async () => {
    const { stdout, stderr } = await run("--name", "Nightly job", "--limit", "600", "--email", "ops@example.com");
    expect(stdout).toMatch(/^pa_live_[0-9A-Za-z]{36}\n$/);
    expect(stderr).toContain("shown only this once");
    tokens.push(stdout.trim());
    expect(await statuses(stdout.trim())).toEqual([200, 200]);
    expect(await limits(stdout.trim())).toEqual(["600", "600"]);
    const { rows } = await sql.query("SELECT * FROM audit_event WHERE target_name = 'Nightly job'");
    expect(rows).toMatchObject([{ actor: "command line", actor_id: null, action: "key.create", target_type: "key" }]);
    expect((await findKey(rows[0].target_id))?.contactEmail).toBe("ops@example.com");
  });

  test("makes a key that works to the end of its last day", async () => {
    const { stdout } = await run("--name", "Trial", "--limit", "5", "--owner", "Sales", "--expires", "2999-12-31");
    tokens.push(stdout.trim());
    const { body } = await get("/api/key", { base: servers[0]?.url ?? "", headers: { "x-api-key": stdout.trim() } });
    expect(Own.parse(body).data.expires_at).toBe("3000-01-01T00:00:00.000Z");
  });

  test.each([
    [
      ["--limit", "0", "--email", "nobody"],
      ["--name:", "--limit:", "--email:"],
    ],
    [
      ["--name", "x", "--expires", "2020-01-01"],
      ["--limit:", "--expires:"],
    ],
    [
      ["--name", "x", "--limit", "1e3", "--expires", "9999-12-31"],
      ["--limit:", "--expires: is at most 2999-12-31"],
    ],
    [["--name", "x", "--limit", "60", "--expires", "tomorrow"], ["--expires:"]],
    [["--nam", "x"], ["--nam"]],
  ])("%j fails and says what is wrong with %j", async (args, flags) => {
    const failure = await run(...args);
    expect(failure).toMatchObject({ code: 2, stdout: "" });
    for (const flag of flags) expect(failure.stderr.split("usage:")[0]).toContain(flag);
    expect(failure.stderr).toContain("npm run keys:create -- --name NAME");
  });
});

// Next ends its process without waiting for that.
test.runIf(isLauncher)(
  "usage that was not written yet is written when a process stops, and kept while the database refuses it",
  async () => {
    const { id, token } = await issue();
    const [, server] = servers;
    await sql.query("BEGIN");
    await sql.query("LOCK TABLE api_key_usage IN ACCESS EXCLUSIVE MODE");
    await flood([server?.url ?? ""], 7, "/api/openapi.json", () => ({ "x-api-key": token }));
    // One flush has failed by then, whose statement timed out.
    await expect.poll(() => server?.output()).toContain("usage of keys could not be written");
    await sql.query("ROLLBACK");
    await flood([server?.url ?? ""], 5, "/api/openapi.json", () => ({ "x-api-key": token }));
    await server?.stop();
    expect((await usageByDay(id, 1))[0]).toMatchObject({ answered: 12 });
  },
);

test("no token stands in any table, nor in what the servers print", async () => {
  const { rows: tables } = await sql.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  expect(tables.map(({ name }) => name)).toContain("api_key_token");
  const dump = [];
  for (const { name } of tables)
    dump.push(...(await sql.query(`SELECT t::text FROM ${name} AS t`)).rows.map((row) => row.t));
  const text = [...dump, ...servers.map((server) => server.output())].join("\n");
  expect(tokens.length).toBeGreaterThan(40);
  expect(text).toContain("Nightly job");
  for (const token of tokens) {
    expect(text).not.toContain(token);
    expect(text).not.toContain(token.slice(8, 38));
  }
});
