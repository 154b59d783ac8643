import { afterAll, beforeAll, expect, test } from "vitest";
import { ROLES } from "@/lib/access/staff/roles/schema";
import { newSender } from "../support/api";
import { scale } from "../support/fault-scale";
import {
  API_ROUTES,
  Drawer,
  type DrawnRequest,
  PAGE_ROUTES,
  POSTED,
  STAFF_ROUTES,
} from "../support/generated-requests";
import { seedRandom, TEST_SEED } from "../support/random";
import { recordPromise } from "../support/report-promise";
import { WHO, type Who } from "../support/role-table";
import { type OwnStaffServer, startStaffServer } from "../support/staff";
import { listBuiltActions } from "../support/staff-actions";
import { Tally } from "../support/tally";
import { Visitor } from "../support/visitor";

const REQUESTS = scale(12_000, 600);
const OF_VIEWER = scale(2_000, 100);
/** Between two of these what owners did to the four callers is put right. */
const BATCH = 100;
const LANES = 4;

let staff: OwnStaffServer;
let drawer: Drawer;
const visitors = new Map<Who, Visitor>();
const tally = new Tally();

beforeAll(async () => {
  staff = await startStaffServer({ REFRESH: "0", LOG_LEVEL: "warn" });
  for (const role of ROLES) await staff.list(`${role}@example.com`, role);
  await staff.list("other@example.com", "owner");
  const { rows } = await staff.sql.query(
    `WITH made AS (INSERT INTO api_key (id, name, owner, requests_per_minute) VALUES (gen_random_uuid(), 'A key', 'tests', 600) RETURNING id::text)
     SELECT id FROM made UNION ALL SELECT id::text FROM staff`,
  );
  await staff.sql.query(
    "INSERT INTO change_set (title, origin, author) VALUES ('A change', 'refresh', 'the scheduler')",
  );
  await staff.sql.query(
    `INSERT INTO price_report (series_id, kind, found_by, was_amount, was_currency)
     SELECT series_id, 'outlier', 'check', amount, currency FROM price ORDER BY version_id DESC, series_id LIMIT 1`,
  );
  await staff.sql.query(
    `INSERT INTO key_request (name, email, purpose, requests_per_minute, sender) VALUES ('Paper', 'paper@example.org', 'A test', 600, '')`,
  );
  const uuids = rows.map(({ id }) => id);
  drawer = new Drawer(seedRandom(TEST_SEED), { uuids, numbers: ["1", "2", "3", "7"] }, await listBuiltActions());
}, 120_000);
afterAll(() => staff.stop());

async function putRight(): Promise<void> {
  await staff.sql.query("DELETE FROM sign_in_failure");
  for (const role of ROLES)
    await staff.sql.query(
      `UPDATE staff SET active = true, role = $2, password_hash = (SELECT password_hash FROM staff WHERE email = 'other@example.com')
       WHERE email = $1`,
      [`${role}@example.com`, role],
    );
  for (const who of WHO) {
    const known = visitors.get(who);
    if (known && (who === "nobody" || (await known.request("GET", "/admin/account")).status === 200)) continue;
    visitors.set(who, who === "nobody" ? new Visitor(staff.server.url) : await staff.enter(`${who}@example.com`));
  }
}

async function ask(who: Who, { method, path, headers, payload }: DrawnRequest) {
  const visitor = visitors.get(who);
  if (!visitor) throw new Error(`no ${who}`);
  const own = [...visitor.cookies].map(([name, value]) => `${name}=${value}`);
  const cookie = [...own, headers.cookie].filter(Boolean).join("; ");
  const body: Record<string, string> =
    payload === undefined ? {} : { "content-length": String(Buffer.byteLength(payload)) };
  const sent = {
    origin: staff.server.url,
    ...headers,
    ...body,
    "x-forwarded-for": newSender(),
    ...(cookie && { cookie }),
  };
  // A copy: what a request is answered with changes the cookies of no other.
  const copy = Object.assign(new Visitor(staff.server.url), { cookies: new Map(visitor.cookies) });
  return tally.count(path, await copy.request(method, path, sent, payload));
}

function draw(): DrawnRequest {
  const kind = drawer.random();
  if (kind < 0.25) return drawer.get(API_ROUTES);
  if (kind < 0.5) return drawer.get(PAGE_ROUTES);
  if (kind < 0.72) return drawer.get(STAFF_ROUTES);
  return kind < 0.9 ? drawer.act() : drawer.post(drawer.random() < 0.7 ? POSTED : [...STAFF_ROUTES, ...PAGE_ROUTES]);
}

async function run(count: number, next: () => { who: Who; request: DrawnRequest }): Promise<string[]> {
  const failed: string[] = [];
  for (let at = 0; at < count; at += BATCH) {
    await putRight();
    const batch = Array.from({ length: Math.min(BATCH, count - at) }, next);
    const lane = async () => {
      for (let one = batch.pop(); one !== undefined; one = batch.pop()) {
        const { who, request } = one;
        const { status, text } = await ask(who, request).catch((error: unknown) => ({
          status: 599,
          text: String(error),
        }));
        if (status >= 500) failed.push(`${status} for ${who}: ${JSON.stringify(request)} ${text.slice(0, 300)}`);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }
  return failed;
}

test(`${REQUESTS} generated requests of all kinds of callers are no error of the server, seed ${TEST_SEED}`, {
  timeout: 60_000 + REQUESTS * 200,
}, async () => {
  const failed = await run(REQUESTS, () => ({ who: drawer.pick(WHO), request: draw() }));
  console.log(String(tally));
  expect(failed).toEqual([]);
  expect(tally.total).toBe(REQUESTS);
  expect(tally.of(200)).toBeGreaterThan(REQUESTS / 6);
  expect(tally.of(400)).toBeGreaterThan(REQUESTS / 50);
  expect(tally.of(303)).toBeGreaterThan(REQUESTS / 100);
  recordPromise({
    promise: "Bad input: generated requests over API, pages and staff area, by nobody, viewer, editor and owner",
    test: "tests/faults/generated-requests.test.ts",
    figure: `${REQUESTS} requests, seed ${TEST_SEED}: ${tally}`,
  });
});

/** What anybody may add to, and what is the viewer's own. */
const OPEN_TABLES = [
  "audit_event",
  "sent_once",
  "staff_session",
  "passkey",
  "sign_in_failure",
  "price_report",
  "key_request",
  "product_use",
  "staff",
];
const OWN_ACTIONS = [
  "account.password",
  "account.sign-out",
  "passkey.add",
  "passkey.remove",
  "session.begin",
  "session.end",
];

test(`${OF_VIEWER} generated posts of a viewer change nothing but what is their own`, {
  timeout: 60_000 + OF_VIEWER * 300,
}, async () => {
  await putRight();
  // Work that others began ends first.
  await staff.sql.query("DELETE FROM change_set_changes");
  const before = await snapshot();
  const { rows: last } = await staff.sql.query("SELECT max(id) AS id FROM audit_event");
  const failed = await run(OF_VIEWER, () => ({
    who: "viewer",
    request: drawer.random() < 0.85 ? drawer.act() : drawer.post([...POSTED, ...STAFF_ROUTES]),
  }));
  expect(failed).toEqual([]);
  expect(await snapshot()).toEqual(before);
  const { rows } = await staff.sql.query(
    "SELECT DISTINCT action FROM audit_event WHERE id > $1 AND actor_id IS NOT NULL AND action <> ALL ($2)",
    [last[0].id, OWN_ACTIONS],
  );
  expect(rows).toEqual([]);
});

async function snapshot(): Promise<Record<string, string>> {
  const { rows: tables } = await staff.sql.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL ($1) ORDER BY 1",
    [OPEN_TABLES],
  );
  expect(tables.length).toBeGreaterThan(20);
  const read = async (sql: string) =>
    String(
      (await staff.sql.query(`SELECT count(*) || ' ' || coalesce(sum(hashtext(t::text)), 0) AS digest FROM ${sql} t`))
        .rows[0].digest,
    );
  const digests: Record<string, string> = {};
  for (const { name } of tables) digests[name] = await read(`"${name}"`);
  digests.others = await read(
    "(SELECT email, role, active, password_hash, setup_hash, link_asked_at FROM staff WHERE email <> 'viewer@example.com')",
  );
  digests.viewer = await read("(SELECT email, role, active FROM staff WHERE email = 'viewer@example.com')");
  return digests;
}
