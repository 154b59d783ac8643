import { randomUUID, scryptSync } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "pg";
import type { Role } from "@/lib/access/staff/roles/schema";
import type { Template } from "./database";
import { importLaterReading } from "./import-cli";
import { createDatabase, startServer } from "./server";
import type { ServerProcess } from "./spawn-server";
import { Visitor } from "./visitor";

export const PASSWORD = "correct horse battery staple";
export const SECRET = "a secret of the tests, long enough";

/** Uses the lowest cost: hashes of the product's cost take a quarter of a second. */
const SALT = "c2FsdHNhbHQ";
const KEY = scryptSync(PASSWORD, Buffer.from(SALT, "base64url"), 32, { N: 2 ** 4, r: 8, p: 1 });
const PASSWORD_HASH = `$scrypt$ln=4,r=8,p=1$${SALT}$${KEY.toString("base64url")}`;

export type StaffServer = {
  server: ServerProcess;
  databaseUrl: string;
  sql: Client;
  list(email: string, role: Role): Promise<string>;
  enter(email: string): Promise<Visitor>;
  count(table: "audit_event" | "api_key" | "staff" | "staff_session" | "sign_in_failure"): Promise<number>;
};
export type OwnStaffServer = StaffServer & { stop(): Promise<void> };

/** Uses PASSWORD; returns the id. */
export async function listStaff(sql: Client, email: string, role: Role): Promise<string> {
  const id = randomUUID();
  const insert = "INSERT INTO staff (id, email, role, password_hash) VALUES ($1, $2, $3, $4)";
  await sql.query(insert, [id, email, role, PASSWORD_HASH]);
  return id;
}

/** What the files of a worker leave to each other is data; people, keys, change sets and reports are of one file. */
const OF_ONE_FILE = [
  "staff",
  "staff_session",
  "passkey",
  "sign_in_failure",
  "audit_event",
  "sent_once",
  "api_key",
  "api_key_token",
  "api_key_usage",
  "collection",
  "webhook",
  "webhook_delivery",
  "key_request",
  "price_report",
  "visitor_reading",
  "desk_entry",
  "desk_product",
  "desk_access",
  "feed_reading",
  "product_use",
  "change_set",
  "change_set_file",
  "change_set_chunk",
  "change_set_changes",
  "held_rate",
  "refresh_choice",
];

/** A publication that answers when a test does. */
export const publication = { host: "", asked: [] as ServerResponse[] };

let shared: Promise<OwnStaffServer> | null = null;

/** The server of this worker, on a part of the dataset, without people, keys, change sets and reports. Nobody stops it. */
export async function shareStaffServer(): Promise<StaffServer> {
  shared ??= startShared();
  const staff = await shared;
  // Rows that triggers keep go too, and their numbers are not given again.
  await staff.sql.query("SET session_replication_role = replica");
  await staff.sql.query(`TRUNCATE ${OF_ONE_FILE}`);
  await staff.sql.query("RESET session_replication_role");
  return staff;
}

async function startShared(): Promise<OwnStaffServer> {
  const served = createServer((_request, response) => void publication.asked.push(response)).unref();
  await new Promise<void>((resolve) => served.listen(0, "127.0.0.1", resolve));
  publication.host = `127.0.0.1:${(served.address() as AddressInfo).port}`;
  const env = { REFRESH_ALLOW_HOSTS: publication.host, CONTACT_URL: "mailto:desk@example.com" };
  const staff = await startStaffServer(env, "small");
  await importLaterReading(staff.databaseUrl);
  return staff;
}

export async function startStaffServer(
  env: Record<string, string> = {},
  template: Template = "bundled",
): Promise<OwnStaffServer> {
  const database = await createDatabase(template);
  const server = await startServer({
    DATABASE_URL: database.url,
    NEXTAUTH_SECRET: SECRET,
    LOG_LEVEL: "debug",
    ...env,
  });
  const sql = new Client({ connectionString: database.url });
  await sql.connect();
  return {
    server,
    databaseUrl: database.url,
    sql,
    list: (email, role) => listStaff(sql, email, role),
    enter: async (email) => {
      const visitor = await new Visitor(server.url).signIn(email, PASSWORD);
      if (visitor.at !== "/admin/desk") throw new Error(`${email} was not let in:\n${visitor.text}`);
      return visitor;
    },
    count: async (table) => Number((await sql.query(`SELECT count(*) FROM ${table}`)).rows[0].count),
    stop: async () => {
      await sql.end();
      await server.stop();
      await database[Symbol.asyncDispose]();
    },
  };
}
