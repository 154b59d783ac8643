import "server-only";
import { type Logger, pino } from "pino";
import { env } from "./env";
import { once } from "./once";

/** Lines are written together: a write for each would cost more than most answers do. */
const GATHERED_BYTES = 4_096;
const FLUSH_EVERY_MS = 100;

/** The only logger: one JSON object a line on standard output, there within 100 ms or when the process ends. */
export function log(): Logger {
  return once("log", () => {
    const output = pino.destination({ sync: false, minLength: GATHERED_BYTES, periodicFlush: FLUSH_EVERY_MS });
    return pino({ level: env().LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
  });
}
