import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate, OtherRelease } from "@/server/migrate";
import { get } from "@/tests/support/api";
import { describeCatalog } from "@/tests/support/catalog";
import { execute } from "@/tests/support/database";
import { makeFolder, query, readVersions, runImport } from "@/tests/support/import-cli";
import { leaveOut } from "@/tests/support/needs";
import { askPrisma } from "@/tests/support/prisma-history";
import { createDatabase, startServer } from "@/tests/support/server";

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "migrations-"));
  await cp("prisma/migrations", dir, { recursive: true });
});

afterAll(() => rm(dir, { recursive: true }));

async function write(name: string, sql: string): Promise<void> {
  await mkdir(join(dir, name), { recursive: true });
  await writeFile(join(dir, name, "migration.sql"), sql);
}

test("Prisma's own engine finds nothing left to apply and nothing edited", async () => {
  await using migrated = await createDatabase("migrated");
  expect(await askPrisma(migrated.url)).toEqual({ pending: [], edited: [], failed: [] });
});

test("Prisma's own engine sees an empty database as behind", async () => {
  await using empty = await createDatabase("template0");
  expect((await askPrisma(empty.url)).pending).not.toEqual([]);
});

test("a second run applies nothing", async () => {
  await using migrated = await createDatabase("migrated");
  expect(await migrate(migrated.url)).toEqual([]);
});

test("of two processes that migrate at once, one applies everything and the other nothing", async () => {
  await using empty = await createDatabase("template0");
  const [first, second] = await Promise.all([migrate(empty.url), migrate(empty.url)]);
  expect([...first, ...second]).toEqual([...new Set([...first, ...second])]);
  expect(Math.min(first.length, second.length)).toBe(0);
});

test("a migration that fails half-way leaves nothing behind, and is applied once it is right", async () => {
  await using database = await createDatabase("migrated");
  const before = await describeCatalog(database.url);
  await write("90000101000000_half", "CREATE TABLE half (id int); SELECT 1 / 0;");
  await expect(migrate(database.url, { dir })).rejects.toThrow(/90000101000000_half failed.*division by zero/);
  expect(await describeCatalog(database.url)).toEqual(before);
  await write("90000101000000_half", "CREATE TABLE half (id int);");
  expect(await migrate(database.url, { dir })).toEqual(["90000101000000_half"]);
});

test("a migration that was edited after it was applied is refused", async () => {
  await using database = await createDatabase("template0");
  await write("90000101000001_edited", "SELECT 1;");
  await migrate(database.url, { dir });
  await write("90000101000001_edited", "SELECT 2;");
  await expect(migrate(database.url, { dir })).rejects.toThrow(/90000101000001_edited was edited/);
});

/** Notes an applied migration that this release does not know. */
const noteApplied = (name: string) =>
  `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', 'x', '${name}', now())`;

test("a database from before the first migration is refused in one sentence, and stays as it is", async () => {
  await using database = await createDatabase("migrated");
  await execute(database.url, `DELETE FROM _prisma_migrations; ${noteApplied("20261124170000_version_rows")}`);
  const before = await describeCatalog(database.url);
  const refused = migrate(database.url);
  await expect(refused).rejects.toThrow(OtherRelease);
  await expect(refused).rejects.toThrow(
    /^This database was made before .*, and is left as it is: start with another DATA_DIR, [^.]*\.$/,
  );
  expect(await describeCatalog(database.url)).toEqual(before);
});

test("a database of a newer release is refused in one sentence, by the start and by an import, and stays as it is", async () => {
  const unknown = "99990101000000_of_tomorrow";
  const sentence = `This database is of a newer release (${unknown} is unknown here): start it with that release.`;
  await using database = await createDatabase("small");
  const versions = await readVersions(database.url);
  await execute(database.url, noteApplied(unknown));
  await expect(migrate(database.url)).rejects.toThrow(sentence);
  await expect(startServer({ DATABASE_URL: database.url })).rejects.toThrow(sentence);
  await using folder = await makeFolder();
  const header = "product,country,platform,period,amount,currency,observed_on,source,source_url";
  const row = "netflix,TR,ios,monthly,319.99,TRY,2026-10-15,opentherank-2026-09-30,https://opentherank.com/";
  const file = await folder.write("prices.csv", `${header}\n${row}\n`);
  const { code, stdout, stderr } = await runImport(database.url, file);
  expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
  expect(stderr).toContain(unknown);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(await readVersions(database.url)).toEqual(versions);
});

test("what was sent once before it had a table of its own still counts", async () => {
  await using database = await createDatabase("small");
  const catalog = await describeCatalog(database.url);
  const sent = ["0192f0c1-0000-7000-8000-000000000001", "0192f0c1-0000-7000-8000-000000000002"];
  await execute(
    database.url,
    `DROP TABLE sent_once;
     ALTER TABLE audit_event ADD COLUMN form_id uuid;
     CREATE UNIQUE INDEX audit_event_form_id_key ON audit_event (form_id);
     INSERT INTO audit_event (actor, action, target_type, target_id, form_id) VALUES
       ('a test', 'key.create', 'key', 'one', '${sent[0]}'), ('a test', 'key.update', 'key', 'two', NULL),
       ('a test', 'key.rotate', 'key', 'three', '${sent[1]}');
     DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_sent_once';`,
  );
  expect(await migrate(database.url)).toEqual([expect.stringMatching(/_sent_once$/)]);
  expect(
    await query(
      database.url,
      "SELECT s.id, target_id, s.at = e.at FROM sent_once s JOIN audit_event e ON e.id = event_id ORDER BY s.id",
    ),
  ).toEqual([
    [sent[0], "one", "t"],
    [sent[1], "three", "t"],
  ]);
  expect(await describeCatalog(database.url)).toEqual(catalog);
});

// Longer than the statement timeout of the running release: queries behind the migration would fail.
const READER_MS = 8_000;

/** The timers of PostgreSQL do not run under faketime (tests/at-date.ts). */
const lacksTimers =
  process.env.FAKETIME_DONT_FAKE_MONOTONIC !== undefined &&
  leaveOut("a migration that waits for a long reader", "the date of the machine itself");

test.skipIf(lacksTimers)(
  "while a migration waits for a long reader, the running release answers, and the wait is said",
  async () => {
    await using database = await createDatabase("small");
    await using server = await startServer({ DATABASE_URL: database.url });
    const reader = new Client({ connectionString: database.url, application_name: "a long reader" });
    await reader.connect();
    await reader.query("BEGIN; SELECT count(*) FROM price; SELECT count(*) FROM country; SELECT count(*) FROM product");
    await write(
      "90000101000002_wide",
      "ALTER TABLE price ADD COLUMN wide int; ALTER TABLE country ADD COLUMN wide int; ALTER TABLE product ADD COLUMN wide int;",
    );
    const told: string[] = [];
    const migrated = migrate(database.url, { dir, report: (line) => told.push(line) });
    const statuses: number[] = [];
    const answering: Promise<unknown>[] = [];
    const ends = performance.now() + READER_MS;
    for (let size = 1; performance.now() < ends; size += 1) {
      const answer = get(`/api/prices?country=TR&page_size=${size}`, { base: server.url });
      answering.push(answer.then(({ status }) => statuses.push(status)));
      await sleep(200);
    }
    await Promise.all(answering);
    await reader.query("ROLLBACK");
    await reader.end();
    expect(await migrated).toContain("90000101000002_wide");
    expect(told[0]).toMatch(/^Migration 90000101000002_wide waits for a lock and is tried again: /);
    expect(told.at(-1)).toMatch(/^Migration 90000101000002_wide got the lock at attempt \d+\.$/);
    expect(new Set(statuses)).toEqual(new Set([200]));
  },
);
