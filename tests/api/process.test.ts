import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, readdir, rename, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findAccount, openEmbedded } from "@/server/postgres";
import { query } from "@/tests/support/import-cli";
import { leaveOut } from "@/tests/support/needs";
import { copyDataDir, findHome, findProcesses, makeDataDir, readPidFile, type Scratch } from "@/tests/support/scratch";
import { baseUrl, createDatabase, startServer } from "@/tests/support/server";
import type { ServerProcess } from "@/tests/support/spawn-server";
import { countWaitingCalls } from "@/tests/support/waiting-queries";

const isRoot = process.getuid?.() === 0;
const lacksRoot = !isRoot && leaveOut("starts as root", "needs root");

const startIn = (dataDir: string, env: Record<string, string> = {}, user = {}) =>
  startServer({ DATABASE_URL: "", DATA_DIR: dataDir, ...env }, user);

async function readVersion(url: string): Promise<string> {
  const response = await fetch(`${url}/api/health`);
  expect(response.status).toBe(200);
  const { dataset_version } = await response.json();
  return dataset_version;
}

describe("a server with a database of its own", { timeout: 120_000 }, () => {
  let prepared: Scratch;
  let version: string;

  beforeAll(async () => {
    prepared = await makeDataDir();
    await using server = await startIn(prepared.dir);
    version = await readVersion(server.url);
  });
  afterAll(() => prepared[Symbol.asyncDispose]());

  test("keeps the data between starts and leaves no process", async () => {
    await using data = await copyDataDir(prepared.dir);
    await using server = await startIn(data.dir);
    expect(await readVersion(server.url)).toBe(version);
    expect(await findProcesses(data.dir)).toHaveLength(1);
    expect(await server.stop("SIGTERM")).toBe(0);
    expect(await findProcesses(data.dir)).toEqual([]);
  });

  test("serves by a role that owns nothing", async () => {
    await using data = await copyDataDir(prepared.dir);
    await using server = await startIn(data.dir);
    expect(await readVersion(server.url)).toBe(version);
    await using database = await openEmbedded(data.dir).then(({ url, close }) => ({
      url,
      [Symbol.asyncDispose]: close,
    }));
    const served = `SELECT DISTINCT usename, rolsuper::text FROM pg_stat_activity JOIN pg_roles ON rolname = usename
      WHERE application_name = 'price-atlas'`;
    expect(await query(database.url, served)).toEqual([["price_atlas_server", "false"]]);
  });

  test("starts where a killed server left its database running", async () => {
    await using data = await copyDataDir(prepared.dir);
    await using killed = await startIn(data.dir);
    await killed.stop("SIGKILL");
    expect(await findProcesses(data.dir)).toHaveLength(1);
    await using server = await startIn(data.dir);
    expect(await findProcesses(data.dir)).toHaveLength(1);
    expect(await readVersion(server.url)).toBe(version);
    await server.stop();
    expect(await findProcesses(data.dir)).toEqual([]);
  });

  test("recovers after server and database were killed", async () => {
    await using data = await copyDataDir(prepared.dir);
    await using server = await startIn(data.dir);
    const { pid } = await readPidFile(data.dir);
    await server.stop("SIGKILL");
    process.kill(pid ?? Number.NaN, "SIGKILL");
    await using again = await startIn(data.dir);
    expect(await readVersion(again.url)).toBe(version);
  });

  test("starts where a pid file names another program, and leaves that program alone", async () => {
    await using data = await copyDataDir(prepared.dir);
    const { uid, gid } = await stat(await findHome(data.dir));
    const other = spawn("sleep", ["60"], isRoot ? { uid, gid } : {});
    const { path } = await readPidFile(data.dir);
    await writeFile(path, `${other.pid}\n${dirname(path)}\n1\n5432\n\n127.0.0.1\n1 1\nready   \n`);
    await chown(path, uid, gid);
    await using server = await startIn(data.dir);
    expect(await readVersion(server.url)).toBe(version);
    expect(other.exitCode).toBeNull();
    other.kill();
  });

  test("ends with an error when its database is killed, and starts again", async () => {
    await using data = await copyDataDir(prepared.dir);
    await using server = await startIn(data.dir);
    const { pid } = await readPidFile(data.dir);
    const ended = once(server.child, "exit");
    process.kill(pid ?? Number.NaN, "SIGKILL");
    expect(await ended).toEqual([1, null]);
    expect(server.output()).toContain("The embedded database ended");
    await expect.poll(() => findProcesses(data.dir)).toEqual([]);
    await using again = await startIn(data.dir);
    expect(await readVersion(again.url)).toBe(version);
  });

  test("makes the cluster anew when its making was cut short", async () => {
    await using data = await copyDataDir(prepared.dir);
    const home = await findHome(data.dir);
    await rename(join(home, "cluster"), join(home, "cluster.making-4194999"));
    await using server = await startIn(data.dir);
    expect(await readVersion(server.url)).toBe(version);
    expect(await readdir(home)).not.toContain("cluster.making-4194999");
  });

  describe("that goes on", () => {
    let data: Scratch;
    let server: ServerProcess;
    beforeAll(async () => {
      data = await copyDataDir(prepared.dir);
      server = await startIn(data.dir);
    });
    afterAll(async () => {
      await server.stop();
      await data[Symbol.asyncDispose]();
    });

    test("shares its database with commands, and keeps it when they end", async () => {
      const other = await openEmbedded(data.dir);
      expect(await query(other.url, "SELECT count(*) > 0 FROM dataset_version")).toEqual([["t"]]);
      await other.close();
      expect(await findProcesses(data.dir)).toHaveLength(1);
      expect(await readVersion(server.url)).toBe(version);
    });

    test("is the only one on its data: a second start is refused in one sentence", async () => {
      const failure = await startIn(data.dir).catch((error: Error) => error.message);
      expect(failure).toMatch(/^.*\nAnother process uses the database in .*: stop it, or choose another DATA_DIR\.\n$/);
      expect(await readVersion(server.url)).toBe(version);
    });

    test("runs beside another one, each on its own port and data", async () => {
      await using second = await copyDataDir(prepared.dir);
      await using other = await startIn(second.dir);
      expect(other.url).not.toBe(server.url);
      expect(await Promise.all([readVersion(other.url), readVersion(server.url)])).toEqual([version, version]);
      await other.stop();
      expect(await findProcesses(data.dir)).toHaveLength(1);
      expect(await readVersion(server.url)).toBe(version);
    });
  });

  test("says that a port is taken, in one line, and leaves no process", async () => {
    await using data = await copyDataDir(prepared.dir);
    const { port } = new URL(baseUrl);
    const failure = await startIn(data.dir, { PORT: port }).catch((error: Error) => error.message);
    expect(failure).toMatch(new RegExp(`Port ${port} of 127.0.0.1 is in use: .*`));
    expect(String(failure).trim().split("\n")).toHaveLength(2);
    expect(await findProcesses(data.dir)).toEqual([]);
  });

  test.skipIf(lacksRoot)("runs as root below a folder that nobody else may enter", async () => {
    await using data = await makeDataDir(0o700);
    await using server = await startIn(data.dir);
    expect(server.output()).toContain("The database stands in /var/lib/price-atlas/");
    expect(await readVersion(server.url)).toBe(version);
    await server.stop();
    expect(await findProcesses(data.dir)).toEqual([]);
  });

  test.skipIf(lacksRoot)("runs as an ordinary user", async () => {
    const account = await findAccount();
    await using data = await makeDataDir();
    await mkdir(data.dir);
    if (account) await chown(data.dir, account.uid, account.gid);
    await using server = await startIn(data.dir, {}, account ?? {});
    expect(await readVersion(server.url)).toBe(version);
  });

  test("ends on Ctrl-C under npm, which passes it on a second time", async () => {
    await using data = await copyDataDir(prepared.dir);
    const env = { ...process.env, DATABASE_URL: "", DATA_DIR: data.dir, PORT: "0", NODE_ENV: "production" as const };
    const npm = spawn("npm", ["start"], { env, detached: true, stdio: ["ignore", "pipe", "inherit"] });
    const exited = once(npm, "exit");
    for await (const text of npm.stdout) if (String(text).includes("ready at")) break;
    process.kill(-(npm.pid ?? Number.NaN), "SIGINT");
    expect(await exited).toEqual([0, null]);
    expect(await findProcesses(data.dir)).toEqual([]);
  });
});

test("on SIGTERM requests in flight are answered, new ones are refused", async () => {
  await using database = await createDatabase("bundled");
  await using server = await startServer({ DATABASE_URL: database.url });
  await readVersion(server.url);
  const blocker = new Client({ connectionString: database.url });
  await blocker.connect();
  await blocker.query("BEGIN; LOCK TABLE price IN ACCESS EXCLUSIVE MODE");
  const inFlight = fetch(`${server.url}/api/prices`);
  await expect.poll(() => countWaitingCalls(database.url), { timeout: 20_000 }).toBe(2);
  const stopped = server.stop("SIGTERM");
  await expect
    .poll(() =>
      fetch(`${server.url}/api/health`).then(
        () => "answered",
        () => "refused",
      ),
    )
    .toBe("refused");
  await blocker.query("COMMIT");
  await blocker.end();
  expect((await inFlight).status).toBe(200);
  expect(await stopped).toBe(0);
});
