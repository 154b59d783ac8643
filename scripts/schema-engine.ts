import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { SchemaEngine } from "@prisma/schema-engine-wasm";

/**
 * SQL that changes one Prisma schema into another (null: from an empty database). Runs Prisma's schema engine as
 * WebAssembly, so that nothing is downloaded; Node needs `--experimental-wasm-modules`. The engine connects to
 * `connectionString` only to find the dialect.
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
