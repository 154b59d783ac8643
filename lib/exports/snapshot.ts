import "server-only";
import type { ClientBase, PoolClient } from "pg";
import Cursor from "pg-cursor";
import type { Meta } from "@/lib/contract/envelope";
import { toMeta, toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import type { Version } from "@/lib/dataset/version";
import { longPool } from "@/lib/platform/db";
import { copyCsv, copyJson } from "./copy";
import { toCsv, toJson } from "./encode";
import type { Recipe } from "./recipe";

const BATCH_ROWS = 1_000;

/**
 * What an export is made from. `close` must be called, read to the end or not: it gives the connection back, and with
 * it the lock.
 */
export type Snapshot = {
  version: Version;
  /** The export's bytes or text, produced as fast as they are taken. May be read once. */
  pieces(): AsyncGenerator<Buffer | string>;
  close(): Promise<void>;
};

/**
 * Opens one snapshot of the database. With a `lock`, waits first until no other session has one open with the same
 * lock. Throws NoDataset, and what pg throws.
 */
export async function openSnapshot(recipe: Recipe, lock?: string): Promise<Snapshot> {
  const client = await longPool().connect();
  let isRead = false;
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    const isReusable = isRead && (await client.query("COMMIT").catch(() => null)) !== null;
    // What was not read to its end is cut off: the server stops sending at once.
    client.release(!isReusable);
  };
  try {
    const { version, meta } = await begin(client, lock);
    const pieces = async function* () {
      yield* readPieces(client, recipe, meta);
      isRead = true;
    };
    return { version, pieces, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function begin(client: PoolClient, lock: string | undefined): Promise<{ version: Version; meta: Meta }> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  if (lock !== undefined) await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [lock]);
  const { rows } = await client.query<{ version: VersionColumn; sources: Meta["sources"] }>(
    `SELECT ${versionColumn.text} AS version, (
       SELECT json_agg(json_build_object('name', name, 'publisher', publisher, 'url', url, 'license', license) ORDER BY id)
       FROM source
     ) AS sources`,
  );
  const version = toVersion(rows[0]?.version ?? null);
  return { version, meta: toMeta(version, rows[0]?.sources ?? []) };
}

function readPieces(client: ClientBase, recipe: Recipe, meta: Meta): AsyncGenerator<Buffer | string> {
  if (recipe.rows.isLong) return recipe.format === "csv" ? copyCsv(client, recipe) : copyJson(client, recipe, meta);
  const batches = readBatches(client, recipe.rows.select);
  return recipe.format === "csv" ? toCsv(recipe.columns, batches, recipe.hasBom) : toJson(batches, meta);
}

async function* readBatches(client: ClientBase, select: string) {
  const sql = `SELECT row_to_json(r) AS record FROM (${select}) AS r`;
  const cursor = client.query(new Cursor<{ record: object }>(sql));
  for (;;) {
    const batch = await cursor.read(BATCH_ROWS);
    if (batch.length === 0) return;
    yield batch.map(({ record }) => record);
  }
}
