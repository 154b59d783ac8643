import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
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

/** `prefix`: a command that runs the server, for example in another network. */
export type SpawnOptions = { uid?: number; gid?: number; prefix?: readonly string[] };

/** As documented: one role serves, the one of `url` owns. */
export const toRoles = (url: string) =>
  url === "" ? { DATABASE_URL: url } : { DATABASE_URL: toServingUrl(url), DATABASE_OWNER_URL: url };

/**
 * Starts the server as `npm start` on a free port, and waits until it is ready. Throws with its output when it ends
 * first.
 */
export async function spawnServer(
  env: Record<string, string>,
  { prefix = [], ...user }: SpawnOptions = {},
): Promise<ServerProcess> {
  const [program = "", ...args] = [
    ...prefix,
    process.execPath,
    "--conditions=react-server",
    ".next/launcher/start.mjs",
  ];
  const child = spawn(program, args, {
    ...user,
    // Tests choose the client address of each request, so that they do not share one limit.
    env: {
      ...{
        NODE_ENV: "production",
        PATH: process.env.PATH,
        DATABASE_URL: "",
        PORT: "0",
        LOG_LEVEL: "warn",
        METRICS_PORT: "0",
        // Tests check which exports were made.
        EXPORT_AHEAD: "0",
      },
      ...{ TRUST_PROXY_HOPS: "1", ...env },
    },
    // The server ends with this channel, so that it never outlives the tests.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
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
      });
    }
    exited.then(() => reject(new Error(`the server ended before it was ready:\n${output}`)), reject);
  });
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
    return child.exitCode;
  };
  return {
    url: await ready,
    child,
    output: () => output,
    stdout: () => stdout,
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}
