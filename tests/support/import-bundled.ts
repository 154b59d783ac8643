import { prepareDataset } from "@/server/prepare-dataset";

// Runs in a separate process: the import opens connections that would keep the template from being copied.
await prepareDataset(process.env.DATABASE_URL ?? "");
