import "server-only";
import { type Logger, pino } from "pino";
import { env } from "./env";
import { once } from "./once";

/** The only logger: one JSON object a line on standard output. */
export function log(): Logger {
  return once("log", () => pino({ level: env().LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime }));
}
