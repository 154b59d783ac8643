import { chmod, chown, copyFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findFreePort } from "@/server/find-free-port";
import { openEmbedded } from "@/server/postgres";
import { execute, TEST_SETTINGS } from "./database";
import { listProcesses } from "./processes";
import { makeDataDir, readPidFile } from "./scratch";

export type OwnCluster = {
  url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Suspends all processes, with connections open. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  encrypt(certificate: string, key: string): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Uses a fixed port. */
export async function startOwnCluster(): Promise<OwnCluster> {
  const data = await makeDataDir();
  const port = await findFreePort("127.0.0.1");
  const open = () => openEmbedded(data.dir, { port, settings: TEST_SETTINGS });
  let cluster = await open();
  const { url } = cluster;
  const signal = async (name: NodeJS.Signals) => {
    const { pid } = await readPidFile(data.dir);
    if (pid === null) return;
    const children = (await listProcesses()).filter(({ parent }) => parent === pid);
    for (const each of [pid, ...children.map((child) => child.pid)]) {
      try {
        process.kill(each, name);
      } catch {
        // The process has ended.
      }
    }
  };
  const thaw = () => signal("SIGCONT");
  const stop = async () => {
    await thaw();
    await cluster.close();
  };
  const encrypt = async (certificate: string, key: string) => {
    const files = { ssl_cert_file: certificate, ssl_key_file: key };
    for (const [setting, file] of Object.entries(files)) {
      const folder = dirname((await readPidFile(data.dir)).path);
      const path = join(folder, setting);
      await copyFile(file, path);
      await chmod(path, 0o600);
      const { uid, gid } = await stat(folder);
      await chown(path, uid, gid);
      await execute(url, `ALTER SYSTEM SET ${setting} = '${setting}'`);
    }
    await execute(url, "ALTER SYSTEM SET ssl = on");
    await execute(url, "SELECT pg_reload_conf()");
  };
  return {
    url,
    encrypt,
    stop,
    start: async () => {
      cluster = await open();
    },
    freeze: () => signal("SIGSTOP"),
    thaw,
    [Symbol.asyncDispose]: async () => {
      await stop().catch(() => {});
      await data[Symbol.asyncDispose]();
    },
  };
}
