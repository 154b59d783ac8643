import { defineConfig } from "prisma/config";

// Stops `prisma generate` from downloading a schema engine that it does not use: any existing file will do.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;
process.env.CHECKPOINT_DISABLE ??= "1";
process.env.PRISMA_HIDE_UPDATE_MESSAGE ??= "1";

export default defineConfig({ schema: "prisma/schema.prisma", migrations: { path: "prisma/migrations" } });
