import "server-only";
import { pino } from "pino";
import { env } from "./env";

/** The only logger: one JSON object a line on standard output. */
export const log = pino({ level: env.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime });
