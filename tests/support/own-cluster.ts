import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { findFreePort } from "@/server/find-free-port";
import { openCluster, startCluster, stopCluster, toUrl } from "@/server/postgres/cluster";
import { makeDataDir, readPidFile } from "./scratch";

export type OwnCluster = {
  /** Its first database; the address stays the same. */
  url: string;
  /** Ends it in order, its clients are told. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops the server and all that serve its connections where they are, connections open. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** A PostgreSQL of the caller's own, to be stopped and frozen, on a port it keeps. */
export async function startOwnCluster(): Promise<OwnCluster> {
  const data = await makeDataDir();
  const cluster = await openCluster(data.dir, "secret");
  const port = await findFreePort("127.0.0.1");
  const start = () => startCluster(cluster, { isDurable: false, port });
  const signal = async (name: NodeJS.Signals) => {
    const { pid } = await readPidFile(data.dir);
    if (pid === null) return;
    const { stdout } = await promisify(execFile)("pgrep", ["-P", String(pid)]).catch(() => ({ stdout: "" }));
    for (const each of [pid, ...stdout.split("\n").filter(Boolean).map(Number)]) {
      try {
        process.kill(each, name);
      } catch {
        // A connection's process that has ended meanwhile.
      }
    }
  };
  const thaw = () => signal("SIGCONT");
  const stop = async () => {
    await thaw();
    await stopCluster(cluster);
  };
  await start();
  return {
    url: toUrl(cluster, port, "postgres"),
    stop,
    start,
    freeze: () => signal("SIGSTOP"),
    thaw,
    [Symbol.asyncDispose]: async () => {
      await stop().catch(() => {});
      await data[Symbol.asyncDispose]();
    },
  };
}
