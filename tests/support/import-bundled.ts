import { importBundled } from "@/server/bundled";

// A process of its own: the import opens connections that would keep the template from being copied.
await importBundled(process.env.DATABASE_URL ?? "");
