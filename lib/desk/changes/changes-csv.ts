import "server-only";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { ClientBase } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { ALL_CHANGES } from "./preview-sql";

/**
 * Writes all changes of amount that a preview found, the largest first, as gzipped CSV; inside the transaction of the dry
 * run, on `fileNames` in the order in which it read them.
 */
export async function writeChangesCsv(client: ClientBase, fileNames: readonly string[]): Promise<Buffer> {
  // No cell may begin like a formula; names of files have no other sign of one.
  const names = fileNames.map((name) => client.escapeLiteral(name.replace(/^-/, "'-")));
  const select = ALL_CHANGES.replace("$files", `ARRAY[${names.join(", ")}]::text[]`);
  const pieces: Buffer[] = [];
  await pipeline(
    client.query(copyTo(`COPY (${select}) TO STDOUT (FORMAT csv, HEADER)`)),
    createGzip(),
    async (compressed: AsyncIterable<Buffer>) => {
      for await (const piece of compressed) pieces.push(piece);
    },
  );
  return Buffer.concat(pieces);
}
