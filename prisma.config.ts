import { defineConfig } from "prisma/config";

// `prisma generate` asks for a schema engine that it then does not use, and would download one.
// Any existing file ends the search; migrations run through @prisma/schema-engine-wasm instead.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;
// Nor does it ask for newer versions.
process.env.CHECKPOINT_DISABLE ??= "1";
process.env.PRISMA_HIDE_UPDATE_MESSAGE ??= "1";

export default defineConfig({ schema: "prisma/schema.prisma", migrations: { path: "prisma/migrations" } });
