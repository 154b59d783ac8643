import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { SchemaEngine } from "@prisma/schema-engine-wasm";

/**
 * SQL that leads from one Prisma schema to another (null: from an empty database).
 * Runs the schema engine as WebAssembly: nothing is downloaded and no database is asked.
 * Node needs `--experimental-wasm-modules` for it.
 */
export async function diffSchemas(connectionString: string, from: string | null, to: string): Promise<string> {
  // Never connected to: it tells the engine which dialect to write.
  const dialect = bindMigrationAwareSqlAdapterFactory(new PrismaPg({ connectionString }));
  const engine = await SchemaEngine.new({ datamodels: [["schema.prisma", to]] }, () => {}, dialect);
  const files = (content: string) => ({ files: [{ path: "schema.prisma", content }] });
  const { stdout } = await engine.diff({
    from: from === null ? { tag: "empty" } : { tag: "schemaDatamodel", ...files(from) },
    to: { tag: "schemaDatamodel", ...files(to) },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  return stdout ?? "";
}
