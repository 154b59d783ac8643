import { prepareDatabase } from "@/server/database";

// A separate process: open connections of the import would prevent copying the template.
await prepareDatabase(process.env.DATABASE_URL ?? "");
