import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { SchemaEngine } from "@prisma/schema-engine-wasm";

/**
 * Writes SQL from one Prisma schema to another (null: empty). Runs the engine as WebAssembly
 * (`--experimental-wasm-modules`), so that nothing is downloaded.
 */
export async function diffSchemas(connectionString: string, from: string | null, to: string): Promise<string> {
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
