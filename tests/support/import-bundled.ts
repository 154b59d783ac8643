import { prepareDatabase } from "@/server/database";

// A separate process: open connections of the import would prevent copying the template.
const url = process.env.DATABASE_URL ?? "";
await prepareDatabase({ url, servingUrl: url });
