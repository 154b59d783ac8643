import "server-only";
import type { PoolClient } from "pg";
import type { Meta } from "@/lib/contract/envelope";
import { toMeta, toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import type { Version } from "@/lib/dataset/version";
import { holdSchema, releaseSchemas } from "@/lib/old-versions/schema-lock";
import { longPool, pool } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { currentReading, type Reading } from "@/lib/platform/reading";
import { copyCsv, copyJson } from "./copy";
import type { ExportSpec } from "./export-spec";
import { digestPieces, findDocumentation, type RecordedExport, recordDigest, toRecorded } from "./file-digests";

/** Snapshot that an export is made from. Call `close` in any case: it returns the connection and releases the lock. */
export type Snapshot = {
  version: Version & { redacted?: number };
  /** Bytes of the export, at the reader's pace. Can be read once. */
  pieces(): AsyncGenerator<Buffer>;
  close(): Promise<void>;
};

/**
 * Opens one snapshot of the database. With a `lock`, first waits until no other session holds that lock. Throws
 * NoDataset, and errors of pg.
 */
export async function openSnapshot(spec: ExportSpec, lock?: string): Promise<Snapshot> {
  const client = await longPool().connect();
  let isRead = false;
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    const isReusable = isRead && (await end(client).catch(() => null)) !== null;
    // Closes the connection when rows are left unread: the server stops sending at once.
    client.release(!isReusable);
  };
  try {
    const { version, meta, recorded } = await begin(client, spec, lock, currentReading());
    const pieces = async function* () {
      const written = spec.format === "csv" ? copyCsv(client, spec) : copyJson(client, spec, meta);
      yield* recorded === null
        ? written
        : digestPieces(written, (digest) => keepDigest(recorded, { ...digest, documentation: meta.documentation }));
      isRead = true;
    };
    return { version, pieces, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function end(client: PoolClient): Promise<void> {
  await client.query("COMMIT");
  await releaseSchemas(client);
}

/** Records the digest of a file. Without it the file is as good; the next making records it. */
async function keepDigest(...recorded: [RecordedExport, Parameters<typeof recordDigest>[2]]): Promise<void> {
  await recordDigest(pool(), ...recorded).catch((error: unknown) =>
    log().warn(
      { error: error instanceof Error ? error.message : "unknown" },
      "the digest of an export was not recorded",
    ),
  );
}

async function begin(
  client: PoolClient,
  spec: ExportSpec,
  lock: string | undefined,
  reading: Reading | null,
): Promise<Pick<Snapshot, "version"> & { meta: Meta; recorded: RecordedExport | null }> {
  // Before the snapshot is taken, which then has all of the schema.
  if (reading !== null) await holdSchema(client, reading.schema);
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  if (reading !== null) await client.query(`SET LOCAL search_path = ${reading.schema}, public`);
  if (lock !== undefined) await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [lock]);
  const { rows } = await client.query<{ version: VersionColumn; sources: Meta["sources"] }>(
    `SELECT ${versionColumn.text} AS version, (
       SELECT json_agg(json_build_object('name', name, 'publisher', publisher, 'url', url, 'license', license) ORDER BY id)
       FROM source
     ) AS sources`,
  );
  const version = reading?.version ?? toVersion(rows[0]?.version ?? null);
  const recorded = toRecorded(spec, version);
  const documentation = recorded && (await findDocumentation(client, recorded));
  const meta = toMeta(version, rows[0]?.sources ?? [], { redacted: reading?.version.redacted });
  return { version, meta: documentation === null ? meta : { ...meta, documentation }, recorded };
}
