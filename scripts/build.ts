import { ensureBuilt } from "@/server/build";

// npm run build: what the first start would do.
await ensureBuilt();
