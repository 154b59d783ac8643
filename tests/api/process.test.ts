import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { expect, test } from "vitest";
import { openEmbedded } from "@/server/postgres";
import { query } from "@/tests/support/import-cli";
import { readVersion, startIn } from "@/tests/support/own-database";
import { runScript } from "@/tests/support/run-script";
import { findProcesses, makeDataDir, readPidFile } from "@/tests/support/scratch";
import { createDatabase, startServer } from "@/tests/support/server";
import { countWaitingCalls } from "@/tests/support/waiting-queries";

test("a server with a database of its own keeps the data between starts, serves by a role that owns nothing, is the one whose address a set-up link has, ends when that database is killed, and leaves no process", async () => {
  await using data = await makeDataDir();
  let version: string;
  {
    await using server = await startIn(data.dir);
    version = await readVersion(server.url);
    expect(await findProcesses(data.dir)).toHaveLength(1);
    await using database = await openEmbedded(data.dir).then(({ url, close }) => ({
      url,
      [Symbol.asyncDispose]: close,
    }));
    const served = `SELECT DISTINCT usename, rolsuper::text FROM pg_stat_activity JOIN pg_roles ON rolname = usename
      WHERE application_name = 'price-atlas'`;
    expect(await query(database.url, served)).toEqual([["price_atlas_server", "false"]]);
    const env = { DATABASE_URL: "", DATA_DIR: data.dir, PUBLIC_URL: "" };
    const link = await runScript("scripts/staff-add.ts", ["you@example.com", "--link"], env);
    expect(new URL(link.trim()).port).toBe(new URL(server.url).port);
    const { pid } = await readPidFile(data.dir);
    const ended = once(server.child, "exit");
    process.kill(pid ?? Number.NaN, "SIGKILL");
    expect(await ended).toEqual([1, null]);
    expect(server.output()).toContain("The embedded database ended");
    await expect.poll(() => findProcesses(data.dir)).toEqual([]);
  }
  await using again = await startIn(data.dir);
  expect(await readVersion(again.url)).toBe(version);
  expect(await again.stop("SIGTERM")).toBe(0);
  expect(await findProcesses(data.dir)).toEqual([]);
});

test("a server ends although nobody reads what it prints any more, with lines in hand or without", async () => {
  for (const asked of [0, 3]) {
    const server = await startServer({ LOG_LEVEL: "info" });
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    for (let times = 0; times < asked; times++) expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  }
});

test("a start removes files of change sets that a killed process left, and on SIGTERM requests in flight are answered, new ones refused", async () => {
  await using temporary = await makeDataDir();
  const { pid: ended } = spawnSync(process.execPath, ["--eval", ""]);
  const left = `price-atlas-changes-${ended}-abc`;
  const others = `price-atlas-changes-${process.pid}-abc`;
  for (const name of [left, others]) {
    await mkdir(join(temporary.dir, name), { recursive: true });
    await writeFile(join(temporary.dir, name, "prices.csv"), "x");
  }
  await using database = await createDatabase("bundled");
  await using server = await startServer({ DATABASE_URL: database.url, TMPDIR: temporary.dir });
  await readVersion(server.url);
  expect(await readdir(temporary.dir)).toEqual([others]);

  const blocker = new Client({ connectionString: database.url });
  await blocker.connect();
  await blocker.query("BEGIN; LOCK TABLE price IN ACCESS EXCLUSIVE MODE");
  const inFlight = fetch(`${server.url}/api/prices`);
  await expect.poll(() => countWaitingCalls(database.url)).toBe(2);
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

test("an erasure that fails once at the start is made up for within a minute", async () => {
  await using database = await createDatabase("small");
  const sql = new Client({ connectionString: database.url });
  await sql.connect();
  const addressOf = async () => (await sql.query("SELECT address FROM audit_event WHERE actor = 'a test'")).rows;
  await sql.query(
    `INSERT INTO audit_event (actor, action, target_type, address, at)
     VALUES ('a test', 'x', 'staff', '203.0.113.1', now() - interval '91 days')`,
  );
  // What is due can be read, and cannot be changed, until the erasure has given up.
  await sql.query("BEGIN");
  await sql.query("SELECT FROM audit_event WHERE actor = 'a test' FOR UPDATE");
  await using server = await startServer({ DATABASE_URL: database.url });
  await expect.poll(server.output).toContain("what is due was not erased yet");
  expect(await addressOf()).toEqual([{ address: "203.0.113.1" }]);
  await sql.query("ROLLBACK");
  await expect.poll(addressOf).toEqual([{ address: null }]);
  await sql.end();
});

test("a start that cannot have its connections says why and ends", async () => {
  await using database = await createDatabase("small");
  const name = new URL(database.url).pathname.slice(1);
  // The owner, who prepares the database, is bound by no limit.
  await query(database.url, `ALTER DATABASE ${name} CONNECTION LIMIT 3`);
  await expect(startServer({ DATABASE_URL: database.url })).rejects.toThrow(
    /ended before it was ready:[\s\S]*connection/,
  );
});
