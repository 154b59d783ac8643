import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/**
 * Passes signals on to the programs that run, because npm and supervisors signal their own child alone.
 *
 * @param {() => void} onSignal
 * @returns {() => void} Function that ends it.
 */
export function passOnSignals(onSignal = () => {}) {
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    onSignal();
    for (const child of running) child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, pass);
  return () => {
    for (const signal of SIGNALS) process.off(signal, pass);
  };
}

/** Ends what runs when the program that started this one is gone without a word. */
export function endWithParent() {
  process.once("disconnect", () => {
    for (const child of running) child.kill();
    process.exit(1);
  });
  // Otherwise the channel would keep this process alive.
  process.channel?.unref();
}

/**
 * Runs a Node program to its end, on every system and without a shell.
 *
 * @param {readonly string[]} args
 * @param {import("node:child_process").SpawnOptions} options
 * @returns {Promise<{ code: number | null; signal: NodeJS.Signals | null }>}
 */
export function runNode(args, options = {}) {
  const child = spawn(process.execPath, args, { stdio: "inherit", ...options });
  running.add(child);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      running.delete(child);
      resolve({ code, signal });
    });
  });
}

/**
 * @param {string} name Of an installed package.
 * @param {string} command
 * @returns {Promise<string>} The JavaScript file behind its command, which every system can run.
 */
export async function findCommand(name, command = name) {
  const folder = join("node_modules", name);
  const { bin } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  return join(folder, typeof bin === "string" ? bin : bin[command]);
}

/** @param {number} pid */
export function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
