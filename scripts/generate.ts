import { ensureClient } from "@/server/build";

// Generates the Prisma client in a fresh clone, before `npm run types`: every file that reads the database imports it.
await ensureClient();
