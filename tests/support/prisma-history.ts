import { readdir, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { SchemaEngine } from "@prisma/schema-engine-wasm";

/** Migrations by `prisma migrate`: pending, edited since, failed. */
export async function askPrisma(url: string): Promise<{ pending: string[]; edited: string[]; failed: string[] }> {
  const baseDir = resolve("prisma/migrations");
  const folders = (await readdir(baseDir, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const migrationDirectories = await Promise.all(
    folders.map(async ({ name }) => {
      const value = await readFile(`${baseDir}/${name}/migration.sql`, "utf8");
      return { path: name, migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value } } };
    }),
  );
  const lockfile = { path: "migration_lock.toml", content: await readFile(`${baseDir}/migration_lock.toml`, "utf8") };
  const migrationsList = { baseDir, lockfile, shadowDbInitScript: "", migrationDirectories };
  const filters = { externalTables: [], externalEnums: [] };
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg({ connectionString: url }));
  const schema = await readFile("prisma/schema.prisma", "utf8");
  const engine = await SchemaEngine.new({ datamodels: [["schema.prisma", schema]] }, () => {}, adapter);
  const history = await engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters });
  const pending = history.history?.diagnostic === "databaseIsBehind" ? history.history.unappliedMigrationNames : [];
  return { pending, edited: history.editedMigrationNames, failed: history.failedMigrationNames };
}
