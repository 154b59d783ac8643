import { spawn } from "node:child_process";
import { chown, mkdir, readdir, rename, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findAccount, openEmbedded } from "@/server/postgres";
import { query } from "@/tests/support/import-cli";
import { leaveOut } from "@/tests/support/needs";
import { prepareDataDir, readVersion, startIn } from "@/tests/support/own-database";
import { copyDataDir, findHome, findProcesses, makeDataDir, readPidFile, type Scratch } from "@/tests/support/scratch";
import { baseUrl } from "@/tests/support/server";
import type { ServerProcess } from "@/tests/support/spawn-server";

const isRoot = process.getuid?.() === 0;
const lacksRoot = !isRoot && leaveOut("starts as root", "needs root");

describe("a server with a database of its own", { timeout: 120_000 }, () => {
  let prepared: Scratch;
  let version: string;

  beforeAll(async () => {
    ({ prepared, version } = await prepareDataDir());
  });
  afterAll(() => prepared[Symbol.asyncDispose]());

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
});
