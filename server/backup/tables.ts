import type { ClientBase } from "pg";
import { z } from "zod";

/** First line of a backup. */
export const BackupHeader = z.object({
  format: z.literal("price-atlas backup 1"),
  createdAt: z.iso.datetime(),
  /** Null when nothing was published. */
  datasetVersion: z.string().nullable(),
  /** Applied migrations, in order. */
  migrations: z.array(z.string()),
  /**
   * Migrations of the release that wrote the backup; may be fewer than those applied. Missing in backups of the first
   * releases.
   */
  release: z.array(z.string()).optional(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** Last value of each sequence; null for an unused one. */
  sequences: z.array(z.object({ name: z.string(), last: z.coerce.string().nullable() })),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

/** Last line of a backup; a file without it is incomplete. */
export const BackupEnd = z.object({ rows: z.record(z.string(), z.int()) });

/** End mark of a table's rows, as in COPY's text format. */
export const TABLE_END = "\\.";

const TABLES = `
  SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'
     AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
   GROUP BY c.relname ORDER BY c.relname`;

/** Tables and columns of the database. */
export async function readTables(client: ClientBase): Promise<BackupHeader["tables"]> {
  return (await client.query<BackupHeader["tables"][number]>(TABLES)).rows;
}

/** Header of a backup of this database; `release` lists the migrations of the running release. */
export async function readHeader(client: ClientBase, release: string[]): Promise<BackupHeader> {
  const read = async (sql: string) => (await client.query(sql)).rows;
  const [made] = await read("SELECT to_regclass('public.dataset_version') IS NOT NULL AS exists");
  if (!made?.exists) throw new Error("The database is empty: there is nothing to back up.");
  const migrations = await read(
    "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1",
  );
  const versions = await read("SELECT version FROM dataset_version ORDER BY id DESC LIMIT 1");
  return BackupHeader.parse({
    format: "price-atlas backup 1",
    createdAt: new Date().toISOString(),
    datasetVersion: versions[0]?.version ?? null,
    migrations: migrations.map(({ migration_name }) => migration_name),
    release,
    tables: await readTables(client),
    sequences: await read(
      "SELECT sequencename AS name, last_value AS last FROM pg_sequences WHERE schemaname = 'public'",
    ),
  });
}

/** `"name" ("column", ...)`: a table with its columns, for COPY. */
export function toTarget(client: ClientBase, { name, columns }: BackupHeader["tables"][number]): string {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  return `${toName(client, name)} (${list})`;
}

export const toName = (client: ClientBase, table: string): string => `public.${client.escapeIdentifier(table)}`;
