import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { findFreePort } from "@/server/find-free-port";
import { toServingUrl } from "@/server/serving-url";

export type ServerProcess = {
  /** Without a trailing slash. */
  url: string;
  child: ChildProcess;
  output(): string;
  stdout(): string;
  /** Returns the exit code; null when the signal killed it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type SpawnOptions = {
  uid?: number;
  gid?: number;
  /** A command that runs the server, for example in another network. */
  prefix?: readonly string[];
  cwd?: string;
  /** Other than that of the launcher. */
  command?: readonly string[];
};

/** As documented: one role serves, the one of `url` owns. */
export const toRoles = (url: string) =>
  url === "" ? { DATABASE_URL: url } : { DATABASE_URL: toServingUrl(url), DATABASE_OWNER_URL: url };

/** False where the app is served by Next alone, without what the launcher adds. */
export const isLauncher = !process.env.SERVED_BY;
/** True behind nginx, which keeps pages for seconds and answers too much itself. */
export const isProxied = process.env.SERVED_BY === "nginx";

/** Tree of the image, which the harness lays out for SERVED_BY=nginx. */
export const TREE = ".next/tree";
const LAUNCHER = [process.execPath, "--conditions=react-server", ".next/launcher/start.mjs"];
/** What SERVED_BY names: the launcher where it is unset. Next's own servers need their port at once. */
const COMMANDS: Record<string, readonly string[]> = {
  next: [process.execPath, "node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1"],
  nginx: [process.execPath, `${TREE}/server.js`],
};

/**
 * Starts the server as `npm start` on a free port, or as SERVED_BY says, and waits until it is ready. Throws with its
 * output when it ends first.
 */
export async function spawnServer(
  env: Record<string, string>,
  { prefix = [], command = LAUNCHER, ...options }: SpawnOptions = {},
): Promise<ServerProcess> {
  const ofNext = COMMANDS[process.env.SERVED_BY ?? ""];
  const [program = "", ...args] = [...prefix, ...(ofNext ?? command)];
  const port = ofNext ? await findFreePort("127.0.0.1") : 0;
  const proxy = isProxied ? await startProxy(port) : null;
  const child = spawn(program, args, {
    ...options,
    // Tests choose the client address of each request, so that they do not share one limit.
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      DATABASE_URL: "",
      PORT: String(port),
      HOSTNAME: "127.0.0.1",
      LOG_LEVEL: "warn",
      METRICS_PORT: "0",
      // On a busy machine a database that is well may take longer than callers wait.
      DATABASE_TIMEOUT_SECONDS: process.env.DATABASE_TIMEOUT_SECONDS ?? "60",
      // Tests check which exports were made.
      EXPORT_AHEAD: "0",
      ...(proxy && { PUBLIC_URL: proxy.url }),
      TRUST_PROXY_HOPS: "1",
      ...env,
    },
    // The server ends with this channel, so that it never outlives the tests.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  if (ofNext) process.once("exit", () => child.kill());
  let output = "";
  let stdout = "";
  const exited = once(child, "exit");
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (stream === child.stdout) stdout += text;
        const url = /ready at (http:[^\s"]+)/.exec(output)?.[1];
        if (url) resolve(url);
        else if (ofNext && output.includes("Ready in")) resolve(proxy?.url ?? `http://localhost:${port}`);
      });
    }
    exited.then(() => reject(new Error(`the server ended before it was ready:\n${output}`)), reject);
  });
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
    await proxy?.[Symbol.asyncDispose]();
    return child.exitCode;
  };
  const url = await ready;
  // Next listens before its instrumentation runs, after which it answers.
  if (ofNext) await Promise.race([fetch(`http://127.0.0.1:${port}/api/health?probe=live`), exited]);
  return {
    url,
    child,
    output: () => output,
    stdout: () => stdout,
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}

async function startProxy(port: number): Promise<AsyncDisposable & { url: string }> {
  const { startNginx } = await import("./deployment");
  return startNginx([{ port }], { isPlain: true, believes: true, parent: tmpdir() });
}
