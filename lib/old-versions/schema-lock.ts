import "server-only";
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import type { ClientBase } from "pg";
import type { DatasetVersion } from "@/lib/dataset/version";

/** First key of the advisory locks of schemas; used for nothing else. */
const LOCK_CLASS = 1_743_612;

/** Both keys of the lock of a schema, whose name is the parameter $1. */
export const SCHEMA_LOCK = `${LOCK_CLASS}, hashtext($1)`;

/** Beginning of the names of all schemas that are built from the ledger. */
export const SCHEMA_PREFIX = "dataset_";

let release: Promise<string> | null = null;

/** A few characters that stand for the tables of this release: another release builds its own schemas. */
export function nameRelease(): Promise<string> {
  release ??= readdir("prisma/migrations").then((names) =>
    createHash("sha256").update(names.sort().join("\n")).digest("hex").slice(0, 6),
  );
  return release;
}

/** Name of the schema of a version. Figures that were erased since it was published make another name. */
export async function toSchemaName({ id, redacted }: DatasetVersion): Promise<string> {
  return `${SCHEMA_PREFIX}${id}_${redacted}_${await nameRelease()}`;
}

/** Lets go of what a connection holds. */
export async function releaseSchemas(client: ClientBase): Promise<void> {
  await client.query("SELECT pg_advisory_unlock_all()");
}

/** Thrown where a schema was dropped before it was held. */
export class SchemaDropped extends Error {}

/** Thrown where the database role may not build, or not read, the schemas of old versions. */
export class OldVersionsForbidden extends Error {}

/** Holds a schema as long as the connection lasts, so that nobody drops it. Throws SchemaDropped. */
export async function holdSchema(client: ClientBase, schema: string): Promise<void> {
  await client.query(`SELECT pg_advisory_lock_shared(${SCHEMA_LOCK})`, [schema]);
  const { rowCount } = await client.query("SELECT FROM pg_namespace WHERE nspname = $1", [schema]);
  if (rowCount === 0) throw new SchemaDropped(`the schema ${schema} was dropped`);
}
