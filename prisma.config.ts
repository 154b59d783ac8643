import { defineConfig } from "prisma/config";

// `prisma generate` asks for a schema engine that it then does not use, and would download one.
// Any existing file ends the search; migrations run through @prisma/schema-engine-wasm instead.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({ schema: "prisma/schema.prisma", migrations: { path: "prisma/migrations" } });
