import "server-only";
import { createHash } from "node:crypto";
import type { ClientBase } from "pg";

/** Memory that an arriving file takes. */
const CHUNK_BYTES = 1_048_576;

/** Stores a file in parts in the caller's transaction. Its size is in bytes. */
export async function writeFile(
  client: ClientBase,
  changeSetId: number,
  { name, content }: { name: string; content: AsyncIterable<Buffer> | Iterable<Buffer> },
): Promise<{ id: number; bytes: number }> {
  const { rows } = await client.query<{ id: number }>(
    "INSERT INTO change_set_file (change_set_id, name, bytes, sha256) VALUES ($1, $2, 0, repeat('0', 64)) RETURNING id",
    [changeSetId, name],
  );
  const fileId = rows[0]?.id;
  if (fileId === undefined) throw new Error("the file was not made");
  const hash = createHash("sha256");
  let bytes = 0;
  let part = 0;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  const write = async () => {
    if (waitingBytes === 0) return;
    const chunk = Buffer.concat(waiting);
    await client.query("INSERT INTO change_set_chunk (file_id, part, content) VALUES ($1, $2, $3)", [
      fileId,
      part++,
      chunk,
    ]);
    [waiting, waitingBytes] = [[], 0];
  };
  for await (const piece of content) {
    hash.update(piece);
    bytes += piece.length;
    waiting.push(piece);
    waitingBytes += piece.length;
    if (waitingBytes >= CHUNK_BYTES) await write();
  }
  await write();
  await client.query("UPDATE change_set_file SET bytes = $2, sha256 = $3 WHERE id = $1", [
    fileId,
    bytes,
    hash.digest("hex"),
  ]);
  return { id: fileId, bytes };
}
