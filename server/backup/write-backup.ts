import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { connectClient } from "@/lib/platform/database-client";
import { listMigrations } from "@/server/migrate";
import { type BackupHeader, readHeader, TABLE_END, toTarget } from "./tables";

export type Backup = { datasetVersion: string | null; rows: Record<string, number> };

/**
 * Writes every table of a running database to a gzip file, as one snapshot. The file appears complete or not at all,
 * and only its owner can read it, because it holds password hashes. A file of this name is replaced; a device or a folder
 * is not. Throws errors of pg and of the disk.
 */
export async function writeBackup(url: string, path: string, migrations = "prisma/migrations"): Promise<Backup> {
  const target = await stat(path).catch(() => null);
  if (target !== null && !target.isFile()) throw new Error(`${path} is no file that a backup could replace.`);
  const client = await connectClient(url, "backup");
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await client.query("SET LOCAL statement_timeout = 0");
    // Fixes the text format, whatever the server's settings are.
    await client.query("SET LOCAL DateStyle = 'ISO'; SET LOCAL TimeZone = 'UTC'; SET LOCAL extra_float_digits = 1");
    const header = await readHeader(client, await listMigrations(migrations));
    const rows: Backup["rows"] = {};
    const file = createWriteStream(temporary, { flags: "wx", mode: 0o600, flush: true });
    await pipeline(writePieces(client, header, rows), createGzip(), file);
    await client.query("COMMIT");
    await rename(temporary, path);
    return { datasetVersion: header.datasetVersion, rows };
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function* writePieces(
  client: Client,
  header: BackupHeader,
  rows: Backup["rows"],
): AsyncGenerator<Buffer | string> {
  yield `${JSON.stringify(header)}\n`;
  for (const table of header.tables) {
    const lines = client.query(copyTo(`COPY ${toTarget(client, table)} TO STDOUT`));
    const chunks: AsyncIterable<Buffer> = lines;
    yield* chunks;
    rows[table.name] = lines.rowCount;
    yield `${TABLE_END}\n`;
  }
  yield `${JSON.stringify({ rows })}\n`;
}
