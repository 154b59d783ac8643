import "server-only";
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { pool } from "@/lib/platform/db";

export type UnpackedFile = { name: string; path: string; sha256: string };

export async function unpackFiles(changeSetId: number, folder: string): Promise<UnpackedFile[]> {
  const { rows } = await pool().query<{ id: number; name: string }>(
    "SELECT id, name FROM change_set_file WHERE change_set_id = $1 ORDER BY id",
    [changeSetId],
  );
  const files: UnpackedFile[] = [];
  for (const { id, name } of rows) files.push(await unpack(id, name, join(folder, name)));
  return files;
}

/** Null where there is none in this change set, or its content was removed. Content in parts of 1 MiB. */
export async function openStoredFile(
  changeSetId: number,
  fileId: number,
): Promise<{ name: string; content: AsyncGenerator<Buffer> } | null> {
  const { rows } = await pool().query<{ name: string }>(
    `SELECT name FROM change_set_file f WHERE change_set_id = $1 AND id = $2
       AND (bytes = 0 OR EXISTS (SELECT FROM change_set_chunk c WHERE c.file_id = f.id))`,
    [changeSetId, fileId],
  );
  const [row] = rows;
  return row === undefined ? null : { name: row.name, content: readParts(fileId) };
}

async function* readParts(fileId: number): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const { rows } = await pool().query<{ content: Buffer }>(
      "SELECT content FROM change_set_chunk WHERE file_id = $1 AND part = $2",
      [fileId, part],
    );
    const [row] = rows;
    if (row === undefined) return;
    yield row.content;
  }
}

async function unpack(fileId: number, name: string, path: string): Promise<UnpackedFile> {
  const hash = createHash("sha256");
  async function* hashParts() {
    for await (const part of readParts(fileId)) {
      hash.update(part);
      yield part;
    }
  }
  await pipeline(hashParts(), createWriteStream(path));
  return { name, path, sha256: hash.digest("hex") };
}
