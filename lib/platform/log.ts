import "server-only";
import { type DestinationStream, type Logger, pino } from "pino";
import { readVariables } from "./env";
import { processSingleton } from "./process-singleton";

/** Lines are written together: a write for each would cost more than most answers do. */
const GATHERED_CHARS = 32_768;
const FLUSH_EVERY_MS = 100;

/** The only logger: one JSON object a line on standard output, there within 100 ms or when the process ends. */
export function log(): Logger {
  return processSingleton("log", () =>
    pino({ level: readVariables().LOG_LEVEL, base: null, timestamp: toTimeField }, destination()),
  );
}

/** A line that every LOG_LEVEL lets through. */
export function logAlways(message: string): void {
  destination().write(`{"level":30${toTimeField()},"msg":${JSON.stringify(message)}}\n`);
}

/** How a request ended. */
export type RequestLine = {
  requestId: string;
  method: string;
  /** The pattern of its path, never what was typed. */
  route: string;
  status: number;
  durationMs: number;
  cache: string;
  keyId: string | undefined;
  isAborted: boolean;
};

/** What `log().info(line, "request")` writes, put together for itself: of these there is one with each answer. */
export function logRequest({
  requestId,
  method,
  route,
  status,
  durationMs,
  cache,
  keyId,
  isAborted,
}: RequestLine): void {
  if (!log().isLevelEnabled("info")) return;
  const text = JSON.stringify;
  const asked = `"requestId":${text(requestId)},"method":${text(method)},"route":${text(route)}`;
  const answered = `"status":${status},"durationMs":${durationMs},"cache":${text(cache)}`;
  const more = `${keyId === undefined ? "" : `,"keyId":${text(keyId)}`}${isAborted ? ',"aborted":true' : ""}`;
  destination().write(`{"level":30${toTimeField()},${asked},${answered}${more},"msg":"request"}\n`);
}

const destination = () => processSingleton("log-destination", gather);

function gather(): DestinationStream {
  let lines = "";
  // Before the destination's own listener, which writes what it was given.
  process.on("exit", () => flush());
  const output = pino.destination({ sync: false });
  const flush = () => {
    output.write(lines);
    lines = "";
  };
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

/** The field of the time, RFC 3339 with milliseconds. Most lines share their second with the one before. */
function toTimeField(): string {
  const now = Date.now();
  const current = Math.floor(now / 1000);
  if (current !== second) {
    second = current;
    upToSecond = new Date(current * 1000).toISOString().slice(0, -4);
  }
  return `,"time":"${upToSecond}${String(now % 1000).padStart(3, "0")}Z"`;
}
