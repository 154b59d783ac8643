import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, DatabaseError } from "pg";
import { type Cluster, logOf, openCluster, ROLE, startCluster, stopCluster, toUrl } from "./cluster";
import { watchLog } from "./log-file";
import { findPostmasterPort } from "./postmaster";
import { type Report, Supervisor } from "./supervisor";

/**
 * Advisory lock that every process using the cluster holds in shared mode for its lifetime, on a connection of its own.
 * The process that gets it exclusively is the last one and may stop the cluster; nobody can join meanwhile.
 */
const PRESENCE_LOCK = 7_218_402_305;
const ATTACH_TIMEOUT_MS = 120_000;
const START_ATTEMPTS = 4;

export type EmbeddedDatabase = { url: string; close(): Promise<void> };

export type EmbeddedOptions = {
  /** False trades safety against power cuts for speed; for tests. */
  isDurable?: boolean;
  /** Restarts the server whenever it ends, and reports each restart to this function. */
  report?: Report | undefined;
};

/**
 * Starts the embedded PostgreSQL of `dataDir`, with the database `price_atlas`. Joins a server that already runs,
 * started by another process of ours or left by a killed one. `close` stops it unless another process uses it.
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const { isDurable = true, report } = options;
  const cluster = await openCluster(dataDir, randomBytes(24).toString("hex"));
  const { presence, port } = await attach(cluster, isDurable);
  await createDatabase(presence);
  const url = toUrl(cluster, port, ROLE);
  if (report === undefined) return { url, close: () => leave(cluster, presence) };
  const supervisor = new Supervisor(presence, async () => (await attach(cluster, isDurable, port)).presence, report);
  const endWatch = watchLog(logOf(cluster), (error) => report(`postgres.log cannot be bounded: ${error}`));
  return {
    url,
    close: async () => {
      endWatch();
      await leave(cluster, await supervisor.close());
    },
  };
}

/** `wanted`: the port that clients know; rejects when the server runs on another. */
async function attach(cluster: Cluster, isDurable: boolean, wanted = 0): Promise<{ presence: Client; port: number }> {
  const deadline = Date.now() + ATTACH_TIMEOUT_MS;
  let attempts = 0;
  for (;;) {
    const port = await findPostmasterPort(cluster.dataDir);
    // 0: the server is still starting.
    if (port && wanted && port !== wanted) throw new Error(`another process runs it on port ${port}, not on ${wanted}`);
    const presence = port && (await connect(cluster, port));
    if (presence) return { presence, port };
    if (Date.now() > deadline) throw new Error(`The PostgreSQL that runs on ${cluster.dataDir} does not answer.`);
    if (port === null) {
      attempts += 1;
      try {
        await startCluster(cluster, { isDurable, port: wanted });
        continue;
      } catch (error) {
        // Another process may have started it first, or a killed server is still going down.
        if (attempts === START_ATTEMPTS) throw error;
      }
    }
    await sleep(200);
  }
}

/** Null while the server starts or stops, and when another server listens on the port. */
async function connect(cluster: Cluster, port: number): Promise<Client | null> {
  const presence = new Client({
    connectionString: toUrl(cluster, port, "postgres"),
    connectionTimeoutMillis: 5_000,
    application_name: "price-atlas-presence",
    keepAlive: true,
  });
  presence.on("error", () => {});
  try {
    await presence.connect();
    const { rows } = await presence.query<{ entered: boolean; data_directory: string }>(
      "SELECT pg_try_advisory_lock_shared($1) AS entered, current_setting('data_directory') AS data_directory",
      [PRESENCE_LOCK],
    );
    if (rows[0]?.entered && rows[0].data_directory === cluster.dataDir) return presence;
  } catch (error) {
    const isWrongPassword = error instanceof DatabaseError && error.code === "28P01";
    if (isWrongPassword) throw new Error(`The password beside ${cluster.dataDir} is not the database's.`);
  }
  await presence.end().catch(() => {});
  return null;
}

async function createDatabase(presence: Client): Promise<void> {
  const { rowCount } = await presence.query("SELECT FROM pg_database WHERE datname = $1", [ROLE]);
  if (rowCount) return;
  try {
    await presence.query(`CREATE DATABASE ${ROLE}`);
  } catch (error) {
    const isMadeByAnother = error instanceof DatabaseError && (error.code === "42P04" || error.code === "23505");
    if (!isMadeByAnother) throw error;
  }
}

async function leave(cluster: Cluster, presence: Client): Promise<void> {
  const isLast = await presence
    .query("SELECT pg_advisory_unlock_shared($1)", [PRESENCE_LOCK])
    .then(() => presence.query<{ last: boolean }>("SELECT pg_try_advisory_lock($1) AS last", [PRESENCE_LOCK]))
    .then(({ rows }) => rows[0]?.last === true)
    .catch(() => null);
  // Null: the connection was lost with the server, which may have restarted by itself.
  if (isLast === null) await leaveAgain(cluster);
  else if (isLast) await stopCluster(cluster);
  await presence.end().catch(() => {});
}

async function leaveAgain(cluster: Cluster): Promise<void> {
  const port = await findPostmasterPort(cluster.dataDir);
  const presence = port && (await connect(cluster, port));
  if (presence) await leave(cluster, presence);
}
