import { execFile } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { expect, inject, test } from "vitest";
import { findFreePort } from "@/server/find-free-port";
import { migrate } from "@/server/migrate";
import { query } from "@/tests/support/import-cli";
import { getProgram, lacks, leaveOut, programEnv } from "@/tests/support/needs";
import { listStaff } from "@/tests/support/staff";

// Commands of docs/operations.md as they stand there, with a PostgreSQL of Debian, whose tools are of its own version.

const run = promisify(execFile);
const operations = await readFile("docs/operations.md", "utf8");
const DEBIAN = "/usr/lib/postgresql";
const TESTS = "tests of dump and restore";

/** Folder of the newest PostgreSQL of Debian; null without one. */
async function findPrograms(): Promise<string | null> {
  if (lacks("pg_dump", TESTS, "postgresql") || lacks("runuser", TESTS, "util-linux")) return null;
  const versions = await readdir(DEBIAN).catch(() => []);
  const newest = versions.sort((a, b) => Number(a) - Number(b)).at(-1);
  if (newest !== undefined && process.getuid?.() === 0) return join(DEBIAN, newest, "bin");
  leaveOut(TESTS, "apt-get install postgresql, and root");
  return null;
}

const programs = await findPrograms();

/** Blocks of commands between two headings. */
function readBlocks(from: string, to: string): string[] {
  const section = operations.slice(operations.indexOf(from), operations.indexOf(to));
  return [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block = ""]) => block);
}

async function startDebians(bin: string): Promise<AsyncDisposable & { dir: string; url: string }> {
  const dir = await mkdtemp(join(inject("harness").dir, "debian-"));
  await chmod(dir, 0o777);
  const data = join(dir, "data");
  const port = await findFreePort("127.0.0.1");
  const asPostgres = (...command: string[]) =>
    run(getProgram("runuser"), ["--user", "postgres", "--", ...command], { cwd: dir, env: programEnv });
  await asPostgres(join(bin, "initdb"), "--auth=trust", "--username=price_atlas", "--no-sync", data);
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  await asPostgres(
    join(bin, "pg_ctl"),
    "--wait",
    `--pgdata=${data}`,
    `--log=${dir}/log`,
    `--options=${options}`,
    "start",
  );
  return {
    dir,
    url: `postgresql://price_atlas@127.0.0.1:${port}/price_atlas`,
    [Symbol.asyncDispose]: async () => {
      await asPostgres(join(bin, "pg_ctl"), "--wait", `--pgdata=${data}`, "--mode=immediate", "stop");
      await rm(dir, { recursive: true });
    },
  };
}

test.skipIf(programs === null)(
  "dump and restore as documented make a copy, and end the sessions of that copy alone",
  async () => {
    await using server = await startDebians(programs ?? "");
    await query(server.url.replace(/price_atlas$/, "postgres"), "CREATE DATABASE price_atlas");
    await migrate(server.url);
    const sql = new Client({ connectionString: server.url });
    await sql.connect();
    const id = await listStaff(sql, "owner@example.com", "owner");
    await sql.query(
      "UPDATE staff SET setup_hash = repeat('0', 64), setup_expires_at = now() + interval '1 day' WHERE id = $1",
      [id],
    );
    await sql.end();
    const blocks = readBlocks("## Backup and restore", "## Upgrade and rollback");
    const [dump = "", endSessions = ""] = blocks.filter((block) => !block.includes("docker"));
    expect(endSessions).toContain("DELETE FROM staff_session");
    const path = `${dirname(process.execPath)}:${programEnv.PATH}`;
    const env = { ...programEnv, PATH: path, DATABASE_OWNER_URL: server.url };
    await run("sh", ["-e", "-c", dump + endSessions], { cwd: server.dir, env });

    const readStaff = (url: string) => query(url, "SELECT email, session_version, setup_hash IS NULL FROM staff");
    const copy = server.url.replace(/price_atlas$/, "price_atlas_new");
    expect(await readStaff(server.url)).toEqual([["owner@example.com", "1", "f"]]);
    expect(await readStaff(copy)).toEqual([["owner@example.com", "2", "t"]]);
  },
);
