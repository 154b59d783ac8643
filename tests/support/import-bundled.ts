import { importBundled } from "@/server/bundled";

// Runs in a separate process: the import opens connections that would keep the template from being copied.
await importBundled(process.env.DATABASE_URL ?? "");
