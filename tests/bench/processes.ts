import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export type Peer = { url: string; pid: number; secondsToReady: number; stop(): Promise<void> };

/**
 * Starts a process that prints "ready at http://...", and waits for it. What it prints goes to a file, as a service's
 * log does: nobody in this process is kept busy by it. Throws with its output when it ends before.
 */
export async function startPeer(args: string[], env: Record<string, string> = {}): Promise<Peer> {
  const folder = mkdtempSync(join(tmpdir(), "price-atlas-bench-"));
  const file = join(folder, "output");
  const output = openSync(file, "w");
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", NODE_ENV: "production", ...env },
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const exited = once(child, "exit");
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill();
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  for (;;) {
    const text = readFileSync(file, "utf8");
    const url = /ready at (http:\/\/[^\s"]+)/.exec(text)?.[1];
    const secondsToReady = (performance.now() - started) / 1_000;
    if (url !== undefined && child.pid !== undefined) return { url, pid: child.pid, secondsToReady, stop };
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`ended before it was ready:\n${text}`);
    await sleep(20);
  }
}

/** The product as `npm start` runs it, on a free port. */
export function startProduct(env: Record<string, string>): Promise<Peer> {
  return startPeer(["--conditions=react-server", ".next/launcher/start.mjs"], { PORT: "0", ...env });
}
