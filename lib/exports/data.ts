import "server-only";
import Cursor from "pg-cursor";
import type { z } from "zod";
import { readCatalogue, toMeta, toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { pool } from "@/lib/db";
import { StreamReply } from "@/lib/http/endpoint";
import { Price } from "@/lib/prices/schema";
import { toCsv, toJson } from "./encode";
import type { exportDataset } from "./endpoints";
import { rowsOf, rowsOfProduct } from "./rows";
import { DATASETS } from "./schema";

const BATCH_ROWS = 1_000;
const STATEMENT_SECONDS = 120;

/** A dataset, or one product's prices, as a stream of one snapshot of the database. */
export async function openExport({ dataset, product, format, bom }: z.infer<typeof exportDataset.query>) {
  const rows = product === undefined ? rowsOf[dataset ?? "prices"] : rowsOfProduct(product);
  const columns = Object.keys(product === undefined ? DATASETS[dataset ?? "prices"].shape : Price.shape);
  const { sources } = await readCatalogue();
  const { version, batches, close } = await readSnapshot(rows);
  const pieces = format === "csv" ? toCsv(columns, batches, bom === 1) : toJson(batches, toMeta(version, sources));
  return new StreamReply(
    version,
    format === "csv" ? "text/csv; charset=utf-8; header=present" : "application/json; charset=utf-8",
    `price-atlas-${product ?? dataset}-${version.version}.${format}`,
    toBytes(pieces, close),
  );
}

/**
 * The version and the rows of one snapshot, rows in batches. `close` gives the connection back and must be
 * called, whether the batches were read to the end or given up.
 */
async function readSnapshot({ text, values }: { text: string; values: unknown[] }) {
  const client = await pool().connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await client.query(`SET LOCAL statement_timeout = '${STATEMENT_SECONDS}s'`);
    const { rows } = await client.query<{ version: VersionColumn }>(`SELECT ${versionColumn.text} AS version`);
    const version = toVersion(rows[0]?.version ?? null);
    const cursor = client.query(new Cursor<{ record: object }>(text, values));
    let closed = false;
    const close = async () => {
      if (closed) return;
      closed = true;
      const broken = await cursor
        .close()
        .then(() => client.query("ROLLBACK"))
        .then(() => false)
        .catch(() => true);
      client.release(broken);
    };
    return { version, batches: readBatches(cursor), close };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function* readBatches(cursor: Cursor<{ record: object }>) {
  for (;;) {
    const batch = await cursor.read(BATCH_ROWS);
    if (batch.length === 0) return;
    yield batch.map(({ record }) => record);
  }
}

/** UTF-8 bytes, produced as fast as they are taken; `close` is called at the end, on failure and when given up. */
function toBytes(pieces: AsyncGenerator<string>, close: () => Promise<void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (!done) return controller.enqueue(encoder.encode(value));
        await close();
        controller.close();
      } catch (error) {
        await close();
        throw error;
      }
    },
    cancel: close,
  });
}
