import { format, stripVTControlCharacters } from "node:util";
import { log, logAlways } from "@/lib/platform/log";

type Print = NodeJS.WriteStream["write"];

const writeError: Print = process.stderr.write.bind(process.stderr);
const METHODS = { debug: "debug", log: "info", info: "info", warn: "warn", error: "error", trace: "warn" } as const;

/** One line for a person, on standard error. */
export function printLine(text: string): void {
  writeError(`${text}\n`);
}

/**
 * Tells how far a start has come: in words at a terminal, as a line of the log to everybody else, whatever LOG_LEVEL
 * says.
 */
export function announce(text: string): void {
  const { stdout, stderr } = process;
  if (stderr.isTTY) printLine(text);
  if (!stderr.isTTY || !stdout.isTTY) logAlways(text);
}

/**
 * Turns everything that this process prints from now on into lines of the log, so that standard output is JSON whatever
 * Next and other libraries have to say, and a caller's line break in it begins no line of its own.
 */
export function captureOutput(): void {
  for (const [method, level] of Object.entries(METHODS))
    Object.assign(console, { [method]: (...values: unknown[]) => logPrinted(level, format(...values)) });
  process.stdout.write = toLog("info");
  process.stderr.write = toLog("warn");
  // Node's own listener writes to the terminal, past standard error.
  process.removeAllListeners("warning");
  process.on("warning", ({ name, message }) => logPrinted("warn", `${name}: ${message}`));
}

type Level = (typeof METHODS)[keyof typeof METHODS];

function toLog(level: Level): Print {
  return (chunk: Uint8Array | string, encodingOrDone?: unknown, done?: () => void) => {
    logPrinted(level, typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
    const onWritten = typeof encodingOrDone === "function" ? encodingOrDone : done;
    if (onWritten) process.nextTick(() => onWritten());
    return true;
  };
}

function logPrinted(level: Level, printed: string): void {
  const text = stripVTControlCharacters(printed).trim();
  if (text !== "") log()[level]({ source: "console" }, text);
}
