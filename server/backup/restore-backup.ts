import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { ZodType } from "zod";
import { connectClient } from "@/lib/platform/database-client";
import { listMigrations, migrate } from "@/server/migrate";
import { readLines } from "./lines";
import { BackupEnd, BackupHeader, readTables, TABLE_END, toName, toTarget } from "./tables";
import type { Backup } from "./write-backup";

/** `leftOut`: tables and columns of a newer release that this one does not know. */
export type Restored = Backup & { leftOut: string[] };

/** Looks at the beginning of a backup: throws what restoreBackup would throw of it, before there is a database. */
export async function checkBackup(path: string, migrations = "prisma/migrations"): Promise<void> {
  const lines = readLines(openBackup(path));
  try {
    await takeHeader(lines, path, migrations);
  } finally {
    await lines.return(undefined);
  }
}

async function takeHeader(lines: Lines, path: string, migrations: string): Promise<BackupHeader> {
  const header = parseLine(BackupHeader, await nextText(lines), path);
  const known = new Set(await listMigrations(migrations));
  const unknown = (header.release ?? header.migrations).filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(`A newer release wrote this backup: ${unknown.join(", ")} is unknown here.`);
  return header;
}

/**
 * Restores a backup into an empty database in one transaction, then migrates it to this release's tables. A backup that
 * this release wrote of a database already migrated by a newer one is restored without what only the newer release
 * knows. Throws and changes nothing when the database holds rows, when the file is incomplete, or when a newer release
 * wrote it.
 */
export async function restoreBackup(url: string, path: string, migrations = "prisma/migrations"): Promise<Restored> {
  const lines = readLines(openBackup(path));
  const header = await takeHeader(lines, path, migrations);
  const client = await connectClient(url, "restore");
  try {
    await refuseUsed(client);
    await migrate(url, { dir: migrations, only: new Set(header.migrations) });
    const here = new Map((await readTables(client)).map(({ name, columns }) => [name, new Set(columns)]));
    await client.query("BEGIN");
    await client.query("SET LOCAL statement_timeout = 0");
    const restoreTriggers = await suspendTriggers(client);
    const restoreKeys = await dropForeignKeys(client);
    const rows: Backup["rows"] = {};
    const read: Backup["rows"] = {};
    const leftOut: string[] = [];
    for (const table of header.tables) {
      const columns = here.get(table.name);
      const source = countLines(takeTable(lines), (count) => Object.assign(read, { [table.name]: count }));
      if (columns === undefined) {
        leftOut.push(table.name);
        for await (const _line of source);
        continue;
      }
      const picked = table.columns.filter((name) => columns.has(name));
      leftOut.push(...table.columns.filter((name) => !columns.has(name)).map((name) => `${table.name}.${name}`));
      // Migrations may have inserted rows.
      if (await hasRows(client, table.name)) await client.query(`DELETE FROM ${toName(client, table.name)}`);
      const target = client.query(copyFrom(`COPY ${toTarget(client, { ...table, columns: picked })} FROM STDIN`));
      await pipeline(
        picked.length === table.columns.length ? source : pickColumns(source, table.columns, columns),
        target,
      );
      rows[table.name] = target.rowCount;
    }
    const end = parseLine(BackupEnd, await nextText(lines), path);
    for (const [name, count] of Object.entries(end.rows))
      if (read[name] !== count) throw new Error(`${name} has ${read[name]} rows, the backup says ${count}.`);
    await restoreKeys();
    await restoreTriggers();
    for (const { name, last } of header.sequences) {
      const { rowCount } = await client.query("SELECT WHERE to_regclass($1) IS NOT NULL", [`public.${name}`]);
      if (last !== null && rowCount === 1)
        await client.query("SELECT setval($1::regclass, $2)", [`public.${name}`, last]);
    }
    await client.query("COMMIT");
    await client.query("ANALYZE");
    await migrate(url, { dir: migrations });
    return { datasetVersion: header.datasetVersion, rows, leftOut };
  } finally {
    await client.end();
  }
}

/** Text of a backup; errors of the file surface where it is read. */
function openBackup(path: string): AsyncIterable<Buffer> {
  const text = createGunzip();
  pipeline(createReadStream(path), text).catch(() => {});
  return text;
}

function parseLine<T>(schema: ZodType<T>, line: string, path: string): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    throw new Error(`${path} is no backup of Price Atlas, or is damaged.`);
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

/**
 * Foreign keys refer both ways, so no order of tables would satisfy them while loading. Returns a function that
 * restores the keys and so checks them.
 */
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

/**
 * Disables the triggers that keep the ledger: rows that give way to those of the backup were never published. Returns a
 * function that enables them again.
 */
async function suspendTriggers(client: Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string; kind: string }>(
    `SELECT tgrelid::regclass::text AS table, quote_ident(tgname) AS name, CASE tgenabled WHEN 'A' THEN 'ALWAYS' ELSE '' END AS kind
       FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
      WHERE NOT tgisinternal AND tgenabled IN ('A', 'O') AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER ${name}`);
  return async () => {
    for (const { table, name, kind } of rows) await client.query(`ALTER TABLE ${table} ENABLE ${kind} TRIGGER ${name}`);
  };
}

type Lines = AsyncIterator<Buffer>;

async function nextLine(lines: Lines): Promise<IteratorResult<Buffer>> {
  try {
    return await lines.next();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "Z_BUF_ERROR") throw new Error("The backup is not whole: it ends too early.", { cause: error });
    if (String(code).startsWith("Z_")) throw new Error("The file is no backup, or is damaged.", { cause: error });
    throw error;
  }
}

async function nextText(lines: Lines): Promise<string> {
  const { done, value } = await nextLine(lines);
  if (done) throw new Error("The backup is not whole: it ends too early.");
  return value.toString();
}

/** Lines of one table, up to its end mark. */
async function* takeTable(lines: Lines): AsyncGenerator<Buffer> {
  for (;;) {
    const { done, value } = await nextLine(lines);
    if (done) throw new Error("The backup is not whole: it ends in a table.");
    if (value.length === TABLE_END.length + 1 && value.toString() === `${TABLE_END}\n`) return;
    yield value;
  }
}

async function* countLines(lines: AsyncIterable<Buffer>, onEnd: (count: number) => void): AsyncGenerator<Buffer> {
  let count = 0;
  for await (const line of lines) {
    count += 1;
    yield line;
  }
  onEnd(count);
}

/**
 * Rows in COPY's text format, reduced to the wanted columns. COPY writes a tab inside a cell as two characters, so
 * splitting by tabs is safe.
 */
async function* pickColumns(
  lines: AsyncIterable<Buffer>,
  columns: readonly string[],
  wanted: ReadonlySet<string>,
): AsyncGenerator<string> {
  for await (const line of lines) {
    const cells = line.toString().replace(/\n$/, "").split("\t");
    yield `${cells.filter((_, at) => wanted.has(columns[at] ?? "")).join("\t")}\n`;
  }
}
