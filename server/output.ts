import { format, stripVTControlCharacters } from "node:util";
import { log, logAlways } from "@/lib/platform/log";

type Print = NodeJS.WriteStream["write"];

const writeError: Print = process.stderr.write.bind(process.stderr);
const METHODS = { debug: "debug", log: "info", info: "info", warn: "warn", error: "error", trace: "warn" } as const;

/** Prints one line for a person, on standard error. */
export function printLine(text: string): void {
  writeError(`${text}\n`);
}

/** Reports the progress of a start: as text on a terminal, as log lines elsewhere, at any LOG_LEVEL. */
export function announce(text: string): void {
  const { stdout, stderr } = process;
  if (stderr.isTTY) printLine(text);
  if (!stderr.isTTY || !stdout.isTTY) logAlways(text);
}

/**
 * Redirects everything this process prints into the log, so that standard output stays JSON whatever Next and other
 * libraries print. A line break that a caller sent cannot forge a log line.
 */
export function captureOutput(): void {
  for (const [method, level] of Object.entries(METHODS))
    Object.assign(console, { [method]: (...values: unknown[]) => logPrinted(level, format(...values)) });
  process.stdout.write = toLog("info");
  process.stderr.write = toLog("warn");
  // Node's own listener writes directly to the terminal.
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
