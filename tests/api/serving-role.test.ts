import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareServingRole } from "@/server/serving-role";
import { toServingUrl } from "@/server/serving-url";
import { type StaffServer, shareStaffServer } from "@/tests/support/staff";

/** What the role that serves may do besides reading, by hand. */
const WRITTEN: Readonly<Record<string, string>> = {
  audit_event: "INSERT",
  sent_once: "INSERT DELETE",
  dataset_file: "INSERT",
  feed: "INSERT UPDATE DELETE",
  feed_reading: "INSERT DELETE",
  refresh_choice: "INSERT UPDATE",
  staff: "INSERT UPDATE",
  staff_session: "INSERT UPDATE DELETE",
  sign_in_failure: "INSERT UPDATE DELETE",
  passkey: "INSERT UPDATE DELETE",
  api_key: "INSERT UPDATE",
  api_key_token: "INSERT UPDATE",
  api_key_usage: "INSERT UPDATE",
  key_request: "INSERT UPDATE",
  collection: "INSERT UPDATE",
  price_report: "INSERT UPDATE",
  product_use: "INSERT UPDATE DELETE",
  change_set: "INSERT UPDATE",
  change_set_file: "INSERT UPDATE DELETE",
  desk_entry: "INSERT UPDATE DELETE",
  desk_product: "INSERT UPDATE DELETE",
  desk_access: "INSERT UPDATE DELETE",
  visitor_reading: "INSERT UPDATE DELETE",
  webhook: "INSERT UPDATE DELETE",
  webhook_delivery: "INSERT UPDATE DELETE",
  subscriber: "INSERT UPDATE DELETE",
  follow: "INSERT UPDATE DELETE",
  mail: "INSERT UPDATE DELETE",
  mail_link: "INSERT UPDATE DELETE",
  change_set_chunk: "INSERT UPDATE DELETE",
  change_set_changes: "INSERT UPDATE DELETE",
};
const RIGHTS = ["SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER"];

let staff: StaffServer;
let serving: Client;
beforeAll(async () => {
  staff = await shareStaffServer();
  serving = new Client({ connectionString: toServingUrl(staff.databaseUrl) });
  await serving.connect();
});
afterAll(() => serving.end());

const codeOf = (sql: string): Promise<string> =>
  serving.query(sql).then(
    () => "done",
    (error: { code?: string }) => error.code ?? String(error),
  );

test("the role that serves reads every table, and writes those of staff, keys, desk and exports only", async () => {
  const { rows } = await serving.query<{ table: string; rights: string }>(
    `SELECT tablename AS table, array_to_string(ARRAY(
       SELECT r FROM unnest($1::text[]) WITH ORDINALITY AS u(r, n) WHERE has_table_privilege(format('public.%I', tablename), r) ORDER BY n
     ), ' ') AS rights FROM pg_tables WHERE schemaname = 'public'`,
    [RIGHTS],
  );
  expect(rows.length).toBeGreaterThan(Object.keys(WRITTEN).length);
  const expected = Object.fromEntries(rows.map(({ table }) => [table, `SELECT ${WRITTEN[table] ?? ""}`.trim()]));
  expect(Object.fromEntries(rows.map(({ table, rights }) => [table, rights]))).toEqual(expected);
  for (const name of Object.keys(WRITTEN)) expect(expected).toHaveProperty(name);
});

const INSUFFICIENT_PRIVILEGE = "42501";

const REFUSED = [
  "UPDATE audit_event SET actor = 'nobody'",
  "UPDATE audit_event SET address = NULL",
  "DELETE FROM audit_event",
  "TRUNCATE audit_event",
  "DELETE FROM change_set",
  "UPDATE price SET amount = 1",
  "INSERT INTO observation (series_id, observed_on, source_id, recorded_in) VALUES (1, '2026-01-01', 'ecb', 1)",
  "UPDATE observation SET amount = 1",
  "DELETE FROM rate",
  "UPDATE correction SET note = 'x'",
  "UPDATE dataset_version SET version = 'x'",
  "CREATE TABLE stolen (id int)",
  "ALTER TABLE staff DISABLE TRIGGER ALL",
  "ALTER TABLE change_set DISABLE TRIGGER change_set_guard",
  "DROP FUNCTION guard_change_set() CASCADE",
  "CREATE ROLE another SUPERUSER",
  "SET session_replication_role = replica",
  "COPY (SELECT 1) TO PROGRAM 'true'",
  "SELECT pg_read_file('/etc/passwd')",
  "SELECT rolpassword FROM pg_authid",
];

test("it may not change what is published, decided or recorded, nor reach beyond the database", async () => {
  for (const sql of REFUSED) expect([sql, await codeOf(sql)]).toEqual([sql, INSUFFICIENT_PRIVILEGE]);
});

test("it is no superuser, belongs to no other role and owns nothing", async () => {
  const { rows } = await serving.query(
    `SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
       (SELECT count(*)::int FROM pg_auth_members WHERE member = pg_roles.oid) AS memberships,
       (SELECT count(*)::int FROM pg_class WHERE relowner = pg_roles.oid) AS owned
     FROM pg_roles WHERE rolname = current_user`,
  );
  const none = {
    rolsuper: false,
    rolcreatedb: false,
    rolcreaterole: false,
    rolreplication: false,
    rolbypassrls: false,
  };
  expect(rows).toEqual([{ ...none, memberships: 0, owned: 0 }]);
});

test("a server answers by it: no connection of its pools is the owner's", async () => {
  const { server, sql } = staff;
  expect((await fetch(`${server.url}/api/prices?country=TR`)).status).toBe(200);
  expect((await fetch(`${server.url}/api/export?dataset=index&format=csv`)).status).toBe(200);
  const { rows } = await sql.query(
    `SELECT DISTINCT usename AS user FROM pg_stat_activity
     WHERE datname = current_database() AND application_name IN ('price-atlas', 'price-atlas-export')`,
  );
  expect(rows).toEqual([{ user: new URL(toServingUrl(staff.databaseUrl)).username }]);
});

test("a role of the operator's own is made with the password of its address, which may change", async () => {
  const url = new URL(staff.databaseUrl);
  Object.assign(url, { username: `own-${Date.now()}`, password: "one %40" });
  await prepareServingRole(staff.databaseUrl, url.href);
  await prepareServingRole(staff.databaseUrl, url.href);
  url.password = "two";
  await prepareServingRole(staff.databaseUrl, url.href);
  const client = new Client({ connectionString: url.href });
  await client.connect();
  expect((await client.query("SELECT count(*)::int FROM price")).rows[0].count).toBeGreaterThan(0);
  await expect(client.query("DELETE FROM price")).rejects.toThrow("permission denied");
  await client.query("SELECT 1");
  await client.end();
  const role = staff.sql.escapeIdentifier(url.username);
  await staff.sql.query(`DROP OWNED BY ${role}`);
  await staff.sql.query(`DROP ROLE ${role}`);
});
