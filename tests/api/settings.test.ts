import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { tryScript } from "@/tests/support/run-script";
import { makeDataDir } from "@/tests/support/scratch";
import { databaseUrl } from "@/tests/support/server";

const run = promisify(execFile);

type Ended = { code: number; stdout: string; stderr: string };

const start = (env: Record<string, string>): Promise<Ended> =>
  run(process.execPath, ["--conditions=react-server", ".next/launcher/start.mjs"], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", DATABASE_URL: databaseUrl, PORT: "0", ...env },
  }).then(
    (ended) => ({ code: 0, ...ended }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

const command = (name: string, env: Record<string, string>, ...args: string[]) =>
  tryScript(`scripts/${name}.ts`, args, { DATABASE_URL: databaseUrl, ...env });

// tests/rules/settings.test.ts tests each setting.
test("a start with wrong settings is one line that names them all, without what is secret", async () => {
  const { code, stdout, stderr } = await start({
    PORT: "abc",
    LOG_LEVEL: "loud",
    DATABASE_URL: "mysql://user:secret-word@host/name",
  });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain('PORT must be a whole number from 0 to 65535, not "abc"');
  expect(stderr).toContain("DATABASE_URL must be an address such as postgresql://user:password@host");
  expect(stderr).toMatch(/^[A-Z_]+ .*; LOG_LEVEL .*\.\n$/);
  expect(stderr).not.toContain("secret-word");
});

test.each<[what: string, env: Record<string, string>, says: RegExp]>([
  [
    "an address that this machine does not have",
    { HOST: "192.0.2.1" },
    /^HOST=192\.0\.2\.1 is no address of this machine/,
  ],
  [
    "metrics on such an address",
    { METRICS_HOST: "192.0.2.1" },
    /^METRICS_HOST=192\.0\.2\.1 is no address of this machine/,
  ],
  [
    "a database that nothing serves",
    { DATABASE_URL: "postgresql://u:secret-word@127.0.0.1:1/prices" },
    /127\.0\.0\.1:1\/prices \(DATABASE_URL\): nothing listens there/,
  ],
  [
    "a database whose host is unknown",
    { DATABASE_URL: "postgresql://u:pw@db.invalid/prices" },
    /db\.invalid:5432\/prices \(DATABASE_URL\): its host name/,
  ],
  [
    "a database that is none",
    { DATABASE_URL: `${databaseUrl}_none` },
    /\(DATABASE_URL\): database "\w+_none" does not exist/,
  ],
  [
    "a password that is wrong",
    { DATABASE_URL: databaseUrl.replace(/:[^:@]+@/, ":wrong@") },
    /\(DATABASE_URL\): password authentication failed/,
  ],
  [
    "an owner's password that is wrong",
    { DATABASE_OWNER_URL: databaseUrl.replace(/:[^:@]+@/, ":wrong@") },
    /\(DATABASE_OWNER_URL\): password authentication failed/,
  ],
  [
    "a certificate that is not there",
    { DATABASE_URL: `${databaseUrl}?sslmode=verify-full&sslrootcert=/none.pem` },
    /\/none\.pem/,
  ],
  [
    "a server without TLS",
    { DATABASE_URL: `${databaseUrl}?sslmode=require` },
    /\(DATABASE_URL\): The server does not support SSL connections/,
  ],
])("a start at %s is one line that names it", async (_, env, says) => {
  const { code, stderr } = await start(env);
  expect(code).toBe(1);
  expect(stderr).toMatch(says);
  expect(stderr).toMatch(/^.+\n$/);
  expect(stderr).not.toContain("secret-word");
});

test("a start whose DATA_DIR cannot be written to is one line that names it", async () => {
  await using data = await makeDataDir();
  await mkdir(data.dir);
  await writeFile(join(data.dir, "file"), "where a folder is to be");
  const { code, stdout, stderr } = await start({ DATABASE_URL: "", DATA_DIR: join(data.dir, "file", "x") });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(
    /^mkdir .*: a part of it is a file\. DATA_DIR must be a folder that this user can write to\.\n$/,
  );
});

test.each([
  ["db-prepare"],
  ["versions-prune", "--keep", "3"],
  ["versions-publish", "2026-09-29.1"],
  ["keys-create", "--name", "x", "--limit", "60"],
  ["staff-add", "you@example.com", "--link"],
  ["data-import", "prisma/data/prices.csv"],
])("%s fails in one line, without a stack", async (name, ...args) => {
  for (const env of [{ PORT: "abc" }, { DATABASE_URL: "postgresql://u:pw@127.0.0.1:1/prices" }]) {
    const { code, stdout, stderr } = await command(name, env, ...args);
    expect(code).not.toBe(0);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^.*(PORT must be|127\.0\.0\.1:1\/prices).*\n$/);
  }
});

test.each([
  "db-prepare",
  "keys-create",
  "staff-add",
  "data-import",
  "data-refresh",
  "versions-prune",
  "versions-publish",
])("%s says with --help how it is used, and does nothing", async (name) => {
  const { code, stdout, stderr } = await command(name, { PORT: "abc" }, "--help");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(`usage: npm run ${name.replace("-", ":")}`);
});

test.each([
  ["db-prepare", ["now"], "The command takes no arguments."],
  ["versions-prune", ["--keep", "none"], "--keep must be a whole number from 1."],
  ["versions-publish", [], "version is missing."],
  ["versions-publish", ["2026-09-29.1", "2026-09-29.2"], "One version is wanted, not 2."],
  ["data-refresh", ["--dry-run"], "--dry-run is no option of this command."],
  ["data-refresh", ["ecb", "-n"], "-n is no option of this command."],
  ["staff-add", ["you@example.com", "--role", "king"], "--role is owner, editor or viewer."],
  ["data-import", [], "no file is given"],
])("%s %j is refused with the usage", async (name, args, says) => {
  const { code, stdout, stderr } = await command(name, { PORT: "abc" }, ...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(`${says}\n\nusage: npm run ${name.replace("-", ":")}`);
});
