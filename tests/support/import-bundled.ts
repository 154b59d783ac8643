import { prepareDatabase } from "@/server/database";

// Runs in a separate process: the import opens connections that would keep the template from being copied.
await prepareDatabase(process.env.DATABASE_URL ?? "");
