import "server-only";
import { type Logger, pino } from "pino";
import { readVariables } from "./env";
import { processSingleton } from "./process-singleton";

/** Log lines are written together, because one write per line would cost more than most answers do. */
const GATHER = { minLength: 32_768, maxWrite: 65_536, periodicFlush: 100 };

/** The only logger: JSON lines on standard output, written within 100 ms or when the process ends. */
export function log(): Logger {
  return processSingleton("log", () =>
    pino({ level: readVariables().LOG_LEVEL, base: null, timestamp: toTimeField }, destination()),
  );
}

/** Writes a line at every LOG_LEVEL, `silent` too. */
export function logAlways(message: string): void {
  destination().write(`{"level":30${toTimeField()},"msg":${JSON.stringify(message)}}\n`);
}

const destination = () => processSingleton("log-destination", () => pino.destination({ sync: false, ...GATHER }));

let second = 0;
let upToSecond = "";

/**
 * The field `time` in RFC 3339 with milliseconds. The part up to the second is reused, because most lines share it with
 * the line before.
 */
function toTimeField(): string {
  const now = Date.now();
  const current = Math.floor(now / 1000);
  if (current !== second) {
    second = current;
    upToSecond = new Date(current * 1000).toISOString().slice(0, -4);
  }
  return `,"time":"${upToSecond}${String(now % 1000).padStart(3, "0")}Z"`;
}
