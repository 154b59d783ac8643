import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

export type ServerProcess = {
  /** Where it listens, without a trailing slash. */
  url: string;
  child: ChildProcess;
  /** Everything it printed so far. */
  output(): string;
  /** Of that, standard output alone. */
  stdout(): string;
  /** Sends a signal and waits for the end. Returns the exit code, null when the signal killed it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type SpawnOptions = { uid?: number; gid?: number };

/**
 * Starts the server as `npm start` does, on a free port unless `env` names one, and waits until it is ready.
 * Throws with its output when it ends before. Nothing of the caller's environment chooses its database.
 */
export async function spawnServer(env: Record<string, string>, user: SpawnOptions = {}): Promise<ServerProcess> {
  const args = ["--conditions=react-server", "server/main.mjs"];
  const child = spawn(process.execPath, args, {
    ...user,
    // TRUST_PROXY_HOPS: tests say who sends a request, so that they do not share one limit.
    env: {
      ...{
        NODE_ENV: "production",
        PATH: process.env.PATH,
        DATABASE_URL: "",
        PORT: "0",
        LOG_LEVEL: "warn",
        METRICS_PORT: "0",
      },
      ...{ TRUST_PROXY_HOPS: "1", ...env },
    },
    // The server ends when the channel does: none outlives the tests, however these end.
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
