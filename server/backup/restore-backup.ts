import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { connectClient } from "@/lib/database-client";
import { migrate } from "@/server/migrate";
import { readLines } from "./lines";
import { BackupEnd, BackupHeader, TABLE_END, toName, toTarget } from "./tables";
import type { Backup } from "./write-backup";

/**
 * Fills an empty database with a backup, in one transaction, then brings it to this release's tables. Throws when the
 * database holds something, when the file is not whole, and when a newer release wrote it; nothing is changed then.
 */
export async function restoreBackup(url: string, path: string, migrations = "prisma/migrations"): Promise<Backup> {
  const lines = readLines(createReadStream(path).pipe(createGunzip()));
  const header = BackupHeader.parse(JSON.parse(await nextText(lines)));
  const known = new Set(await readdir(migrations));
  const unknown = header.migrations.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(`A newer release wrote this backup: ${unknown.join(", ")} is unknown here.`);

  const client = await connectClient(url, "restore");
  try {
    await refuseUsed(client);
    await migrate(url, migrations, new Set(header.migrations));
    await client.query("BEGIN");
    await client.query("SET LOCAL statement_timeout = 0");
    const restoreKeys = await dropForeignKeys(client);
    const rows: Backup["rows"] = {};
    for (const table of header.tables) {
      // Migrations may have put rows in.
      if (await hasRows(client, table.name)) await client.query(`DELETE FROM ${toName(client, table.name)}`);
      const target = client.query(copyFrom(`COPY ${toTarget(client, table)} FROM STDIN`));
      await pipeline(takeTable(lines), target);
      rows[table.name] = target.rowCount;
    }
    const end = BackupEnd.parse(JSON.parse(await nextText(lines)));
    for (const [name, count] of Object.entries(end.rows))
      if (rows[name] !== count) throw new Error(`${name} has ${rows[name]} rows, the backup says ${count}.`);
    await restoreKeys();
    for (const { name, last } of header.sequences)
      if (last !== null) await client.query("SELECT setval($1::regclass, $2)", [`public.${name}`, last]);
    await client.query("COMMIT");
    await client.query("ANALYZE");
    await migrate(url, migrations);
    return { datasetVersion: header.datasetVersion, rows };
  } finally {
    await client.end();
  }
}

async function refuseUsed(client: Client): Promise<void> {
  for (const table of ["dataset_version", "price_observation", "staff", "api_key", "audit_event"]) {
    const { rows } = await client.query("SELECT to_regclass($1) IS NOT NULL AS exists", [`public.${table}`]);
    if (!rows[0]?.exists) continue;
    if (await hasRows(client, table)) throw new Error(`The database is not empty (${table}): restore into a new one.`);
  }
}

async function hasRows(client: Client, table: string): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT FROM ${toName(client, table)} LIMIT 1`);
  return rowCount === 1;
}

/** Tables refer to each other both ways, so no order would do. Returns what sets the keys again, and so checks them. */
async function dropForeignKeys(client: Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return async () => {
    for (const { table, name, definition } of rows)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  };
}

type Lines = AsyncIterator<Buffer>;

async function nextText(lines: Lines): Promise<string> {
  const { done, value } = await lines.next();
  if (done) throw new Error("The backup is not whole: it ends too early.");
  return value.toString();
}

/** The lines up to the end of a table. */
async function* takeTable(lines: Lines): AsyncGenerator<Buffer> {
  for (;;) {
    const { done, value } = await lines.next();
    if (done) throw new Error("The backup is not whole: it ends in a table.");
    if (value.length === TABLE_END.length + 1 && value.toString() === `${TABLE_END}\n`) return;
    yield value;
  }
}
