import "server-only";
import { type DestinationStream, type Logger, pino } from "pino";
import SonicBoom from "sonic-boom";
import { currentTime } from "@/lib/platform/clock";
import { readVariables } from "./env";
import { processSingleton } from "./process-singleton";

/** Writes many lines together, because one write a line costs more than most answers. */
const GATHERED_CHARS = 32_768;
const FLUSH_EVERY_MS = 100;
/** Lines that wait for a slow reader; more are lost. */
const MOST_WAITING_BYTES = 16_000_000;

/** The only logger: JSON lines on standard output, written within 100 ms or at exit. */
export function log(): Logger {
  return processSingleton("log", () =>
    pino({ level: readVariables().LOG_LEVEL, base: null, timestamp: toTimeField }, destination()),
  );
}

/** Writes at every LOG_LEVEL, even `silent`. */
export function logAlways(message: string): void {
  destination().write(`{"level":30${toTimeField()},"msg":${JSON.stringify(message)}}\n`);
}

const destination = () => processSingleton("log-destination", gather);

/**
 * Replaces pino's `minLength`, which takes 8 microseconds a line instead of 1.5, and its destination (sonic-boom 4), which keeps a
 * process from ending whose standard output nobody reads any more: its lines are lost instead.
 */
function gather(): DestinationStream {
  let lines = "";
  let hasReader = true;
  const output = new SonicBoom({ fd: process.stdout.fd, sync: false, maxLength: MOST_WAITING_BYTES });
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") hasReader = false;
  });
  const flush = () => {
    if (hasReader && lines !== "") output.write(lines);
    lines = "";
  };
  process.on("exit", () => {
    flush();
    try {
      if (hasReader) output.flushSync();
    } catch {}
  });
  return {
    write(line) {
      if (lines === "") setTimeout(flush, FLUSH_EVERY_MS).unref();
      lines += line;
      if (lines.length >= GATHERED_CHARS) flush();
    },
  };
}

let second = 0;
let upToSecond = "";

/** RFC 3339 with milliseconds. Reuses the part up to the second, because most lines share it. */
function toTimeField(): string {
  const now = currentTime().getTime();
  const current = Math.floor(now / 1000);
  if (current !== second) {
    second = current;
    upToSecond = new Date(current * 1000).toISOString().slice(0, -4);
  }
  return `,"time":"${upToSecond}${String(now % 1000).padStart(3, "0")}Z"`;
}
