import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { execute, type TestDatabase } from "./database";
import { createDatabase } from "./server";

/** Returns a change set to its second person, so that no server publishes it at its start. */
const UNDECIDE =
  "UPDATE change_set SET state = 'waiting', approver_id = NULL, approver = NULL, decided_at = NULL WHERE state = 'approved'";

/**
 * Database of release 1: bundled data, ten versions, and invented staff, keys, reports and change sets. Tables that
 * release 1 computed are empty.
 */
export async function createRelease1(): Promise<TestDatabase> {
  const database = await createDatabase("template0");
  const script = gunzipSync(await readFile("tests/data/release-1.sql.gz")).toString("utf8");
  await execute(database.url, script);
  await execute(database.url, UNDECIDE);
  return database;
}

export const OWNER = { email: "owner@example.com", password: "owner of the old release 1" };
export const FORMER = { email: "former@example.com", password: "former of the old release 4" };
export const KEY = "pa_live_GdXp5CGMnd49lNpxAfgfDdeZB7arG30O3Mhk";
export const REVOKED_KEY = "pa_live_dn6m8zFU09avV2vLp96C8UczVjApKQ3ily0A";
