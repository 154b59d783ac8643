import { createReadStream, createWriteStream } from "node:fs";
import { stat, truncate } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

const MAX_BYTES = 10_000_000;
const LOOK_EVERY_MS = 60_000;

/**
 * Cuts a log of PostgreSQL that has grown too long, and leaves its end in a file beside it, with ".1" at its name. The
 * server may go on writing: pg_ctl has it append.
 */
export async function boundLog(path: string, maxBytes = MAX_BYTES): Promise<void> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size <= maxBytes) return;
  await pipeline(createReadStream(path, { start: size - maxBytes }), createWriteStream(`${path}.1`, { mode: 0o600 }));
  await truncate(path);
}

/** Bounds a log from now on, until what it returns is called. */
export function watchLog(path: string, onError: (error: unknown) => void, lookEveryMs = LOOK_EVERY_MS): () => void {
  const timer = setInterval(() => void boundLog(path).catch(onError), lookEveryMs).unref();
  return () => clearInterval(timer);
}
