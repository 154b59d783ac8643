import { readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findFreePort } from "@/server/find-free-port";
import { runAs } from "./account";
import { type Binaries, installBinaries } from "./binaries";
import { giveTo, type Home, openHome } from "./home";
import { boundLog } from "./log-file";
import { makeWhole } from "./staging";

/** Data directory of PostgreSQL, with what is needed to run it. */
export type Cluster = { home: Home; binaries: Binaries; dataDir: string; password: string };

/** Superuser of an embedded cluster, and name of its only database. */
export const ROLE = "price_atlas";

/**
 * Opens the cluster in `dataDir`, or creates it. Throws when another major version of PostgreSQL wrote the data, which
 * must then be dumped and loaded.
 */
export async function openCluster(dataDir: string, newPassword: string): Promise<Cluster> {
  const home = await openHome(dataDir);
  const binaries = await installBinaries(home);
  const dir = join(home.dir, "cluster");
  await makeWhole(dir, async (staging) => {
    const passwordFile = join(staging, "password");
    await writeFile(passwordFile, newPassword, { mode: 0o600 });
    await giveTo(home.account, staging);
    const access = ["-U", ROLE, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
    const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
    await runAs(home.account, binaries.initdb, [
      "-D",
      join(staging, "data"),
      ...access,
      ...locale,
      "--no-instructions",
    ]);
  });
  const clusterDir = await realpath(join(dir, "data"));
  const major = (await readFile(join(clusterDir, "PG_VERSION"), "utf8")).trim();
  if (major !== binaries.major) {
    const way = "dump it with the release that wrote it, then load the dump into a new DATA_DIR";
    throw new Error(
      `The database in ${clusterDir} is of PostgreSQL ${major}, this release brings ${binaries.major}: ${way}.`,
    );
  }
  return { home, binaries, dataDir: clusterDir, password: (await readFile(join(dir, "password"), "utf8")).trim() };
}

export const logOf = ({ home }: Cluster): string => join(home.dir, "postgres.log");

/** Connection URL of a database of a running cluster. */
export function toUrl(cluster: Cluster, port: number, database: string): string {
  return `postgresql://${ROLE}:${cluster.password}@127.0.0.1:${port}/${database}`;
}

/** `port`: a free one when left out. */
export type StartOptions = { isDurable: boolean; port?: number };

/** Starts the cluster, reachable from this machine only. Throws with the end of its log when it does not start. */
export async function startCluster(cluster: Cluster, { isDurable, port: wanted = 0 }: StartOptions): Promise<void> {
  const { home, binaries, dataDir } = cluster;
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    // One that is not durable is that of a test run, which several servers share.
    max_connections: isDurable ? "60" : "150",
    shared_buffers: "128MB",
    timezone: "UTC",
    log_timezone: "UTC",
    ...(isDurable ? {} : { fsync: "off", full_page_writes: "off", synchronous_commit: "off" }),
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const port = await findFreePort("127.0.0.1", wanted);
  const log = logOf(cluster);
  await boundLog(log);
  const args = ["start", "-w", "-t", "600", "-s", "-D", dataDir, "-l", log, "-o", `-p ${port} ${options.join(" ")}`];
  try {
    await runAs(home.account, binaries.pgCtl, args);
  } catch (error) {
    const lastWords = (await readFile(log, "utf8").catch(() => "")).trim().split("\n").slice(-8).join("\n");
    throw new Error(`PostgreSQL did not start; the end of ${log}:\n${lastWords}`, { cause: error });
  }
}

/** Stops the cluster: ends connections and writes all data. Resolves when it is down. */
export async function stopCluster({ home, binaries, dataDir }: Cluster): Promise<void> {
  await runAs(home.account, binaries.pgCtl, ["stop", "-w", "-t", "60", "-s", "-m", "fast", "-D", dataDir]);
}
