import { randomUUID, scryptSync } from "node:crypto";
import { Client } from "pg";
import type { Role } from "@/lib/access/staff/schema";
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
  stop(): Promise<void>;
};

/** Uses PASSWORD; returns the id. */
export async function listStaff(sql: Client, email: string, role: Role): Promise<string> {
  const id = randomUUID();
  const insert = "INSERT INTO staff (id, email, role, password_hash) VALUES ($1, $2, $3, $4)";
  await sql.query(insert, [id, email, role, PASSWORD_HASH]);
  return id;
}

export async function startStaffServer(env: Record<string, string> = {}): Promise<StaffServer> {
  const database = await createDatabase("bundled");
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
