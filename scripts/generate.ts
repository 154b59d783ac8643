import { ensureClient } from "@/server/build";

// npm run types, in a fresh clone: the Prisma client, which every file that reads the database imports.
await ensureClient();
