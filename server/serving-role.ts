import { LOCKS } from "@/lib/platform/advisory-locks";
import { connectClient } from "@/lib/platform/database-client";

/** Tables that the serving role may write. It reads all; prices and what else is published only the owner writes. */
const GRANTS: readonly (readonly [rights: string, tables: readonly string[]])[] = [
  ["INSERT", ["audit_event", "dataset_file"]],
  ["INSERT, UPDATE, DELETE", ["feed"]],
  ["INSERT, DELETE", ["feed_reading", "sent_once"]],
  ["INSERT, UPDATE", ["refresh_choice"]],
  ["INSERT, UPDATE", ["staff", "api_key", "api_key_token", "api_key_usage", "key_request"]],
  ["INSERT, UPDATE", ["change_set", "collection", "price_report"]],
  [
    "INSERT, UPDATE, DELETE",
    [
      "staff_session",
      "passkey",
      "sign_in_failure",
      "desk_entry",
      "desk_product",
      "desk_access",
      "visitor_reading",
      "product_use",
    ],
  ],
  ["INSERT, UPDATE, DELETE", ["webhook", "webhook_delivery"]],
  ["INSERT, UPDATE, DELETE", ["subscriber", "follow", "mail", "mail_link"]],
  ["INSERT, UPDATE, DELETE", ["change_set_file", "change_set_chunk", "change_set_changes"]],
];

/**
 * Gives the role of `servingUrl` what serving needs and nothing more. Makes the role where there is none, and gives it the
 * password of the address where it cannot sign in. Throws errors of pg, such as an owner's who may make no roles.
 */
export async function prepareServingRole(ownerUrl: string, servingUrl: string): Promise<void> {
  const [owner, serving] = [new URL(ownerUrl), new URL(servingUrl)].map(({ username, password }) => ({
    name: decodeURIComponent(username),
    password: decodeURIComponent(password),
  }));
  if (owner === undefined || serving === undefined || owner.name === serving.name) return;
  const client = await connectClient(ownerUrl, "roles");
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCKS.migration]);
    const role = client.escapeIdentifier(serving.name);
    const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [serving.name]);
    if (rowCount === 0) await client.query(`CREATE ROLE ${role} LOGIN`);
    if (rowCount === 0 || !(await canSignIn(servingUrl)))
      await client.query(`ALTER ROLE ${role} PASSWORD ${client.escapeLiteral(serving.password)}`);
    const grants = GRANTS.map(([rights, tables]) => `GRANT ${rights} ON ${tables.join(", ")} TO ${role}`);
    for (const statement of [
      `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role}`,
      `GRANT USAGE ON SCHEMA public TO ${role}`,
      `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
      `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`,
      ...grants,
    ])
      await client.query(statement);
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}

async function canSignIn(url: string): Promise<boolean> {
  try {
    await (await connectClient(url, "roles")).end();
    return true;
  } catch {
    return false;
  }
}
