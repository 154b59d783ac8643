import "server-only";
import { createHash } from "node:crypto";
import type { ClientBase } from "pg";
import type { Meta } from "@/lib/contract/envelope";
import { readCatalogue, toMeta } from "@/lib/dataset/data";
import { db, longPool } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import type { Version } from "@/lib/versions/current";
import { copyCsv, copyJson, copyNdjson } from "./copy";
import type { ExportSpec } from "./export-spec";
import { copyParquet } from "./parquet";

/** Thrown where rows of a version were removed or erased since it was looked up. */
export class RowsMoved extends Error {
  constructor({ version }: Version) {
    super(`the rows of ${version} were removed or erased`);
  }
}

/** Callers must call `close`, which returns the connection and releases the lock. */
export type Source = {
  pieces(): AsyncGenerator<Buffer>;
  close(): Promise<void>;
};

/** Waits until no other session holds `lock`. Throws RowsMoved, and errors of pg. */
export async function openSource(version: Version, spec: ExportSpec, lock?: string): Promise<Source> {
  const { sources } = await readCatalogue(version);
  const client = await longPool().connect();
  let isRead = false;
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    const isReusable = isRead && (await client.query("COMMIT").catch(() => null)) !== null;
    // Closes the connection when rows are left unread, so that the server stops sending.
    client.release(!isReusable);
  };
  try {
    const documentation = await begin(client, version, spec, lock);
    const meta = { ...toMeta(version, sources, { redacted: version.redacted }), ...documentation };
    const pieces = async function* () {
      const { id } = version;
      const written = { csv: copyCsv, json: copyJson, ndjson: copyNdjson, parquet: copyParquet }[spec.format](
        client,
        id,
        spec,
        meta,
      );
      yield* spec.dataset === null ? written : recordWhole(written, version, spec, meta);
      isRead = true;
    };
    return { pieces, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the documentation address recorded at the first making, which may have been another process. */
async function begin(
  client: ClientBase,
  version: Version,
  { dataset, format }: ExportSpec,
  lock: string | undefined,
): Promise<Pick<Meta, "documentation"> | Record<string, never>> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  if (lock !== undefined) await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [lock]);
  const { rows } = await client.query<{ documentation: string | null }>(
    `SELECT documentation FROM dataset_version v LEFT JOIN dataset_file f
       ON f.version_id = v.id AND f.redacted = v.redacted AND f.dataset = $3 AND f.format = $4
     WHERE v.id = $1 AND v.redacted = $2 AND (v.prices = 0 OR EXISTS (SELECT FROM price WHERE version_id = $1))`,
    [version.id, version.redacted, dataset, format],
  );
  const [found] = rows;
  if (found === undefined) throw new RowsMoved(version);
  return found.documentation === null ? {} : { documentation: found.documentation };
}

async function* recordWhole(
  pieces: AsyncIterable<Buffer>,
  version: Version,
  { dataset, format }: ExportSpec,
  { documentation }: Meta,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += piece.byteLength;
    yield piece;
  }
  const key = { versionId: version.id, redacted: version.redacted, dataset: dataset ?? "", format };
  const file = { ...key, bytes: BigInt(bytes), sha256: hash.digest("hex"), documentation };
  // On failure the next making records it.
  await db()
    .datasetFile.createMany({ data: file, skipDuplicates: true })
    .catch((error: Error) => log().warn({ error: error.message }, "the SHA-256 of an export was not recorded"));
}
