import { ensureBuilt } from "@/server/build";

// npm run build: builds as the first start would.
const ended = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ended.abort());
try {
  await ensureBuilt(ended.signal);
} catch (error) {
  if (!ended.signal.aborted) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
