import { createReadStream, createWriteStream } from "node:fs";
import { stat, truncate } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

const MAX_BYTES = 10_000_000;
const LOOK_EVERY_MS = 60_000;

/**
 * Truncates a PostgreSQL log that has grown too long, and saves its end in a file beside it named ".1". The server may
 * keep writing, because pg_ctl opens the log for appending.
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

/** Bounds a log periodically. Returns a function that stops it. */
export function watchLog(path: string, onError: (error: unknown) => void, lookEveryMs = LOOK_EVERY_MS): () => void {
  const timer = setInterval(() => void boundLog(path).catch(onError), lookEveryMs).unref();
  return () => clearInterval(timer);
}
