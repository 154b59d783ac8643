import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { restoreBackup } from "@/server/backup/restore-backup";
import { writeBackup } from "@/server/backup/write-backup";
import { get } from "@/tests/support/api";
import { PRICE_CORRECTION_HEADER } from "@/tests/support/corrections";
import { execute } from "@/tests/support/database";
import { importHere, makeFolder, query, readContent } from "@/tests/support/import-cli";
import { makePrices } from "@/tests/support/make-prices";
import { recordPromise } from "@/tests/support/report-promise";
import { makeDataDir } from "@/tests/support/scratch";
import { createDatabase, startServer } from "@/tests/support/server";

const DATASETS = ["prices", "products", "index", "history"];

const runScript = (name: string, env: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(
    process.execPath,
    ["--conditions=react-server", "--import", "tsx", `scripts/${name}.ts`, ...args],
    {
      env: { PATH: process.env.PATH, NODE_ENV: "production", ...env },
    },
  );

test("a backup of a database in use, restored into an empty server, gives the same exports", async () => {
  await using database = await createDatabase("bundled");
  await using folder = await makeFolder();
  await using target = await makeDataDir();
  const prices = await folder.write("prices.csv", makePrices(5_000));
  expect(await importHere(database.url, [prices])).toMatchObject({ code: 0 });
  await execute(database.url, "UPDATE product SET vendor = vendor || E' \\\\. \\t \u2028' WHERE slug = 'netflix'");

  const file = join(target.dir, "..", "backup.gz");
  const started = performance.now();
  await runScript("db-backup", { DATABASE_URL: database.url }, file);
  const backupMs = Math.round(performance.now() - started);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { stdout } = await runScript("db-restore", { DATABASE_URL: "", DATA_DIR: target.dir }, file);
  expect(stdout).toMatch(/^restored dataset \S+, \d+ rows of \d+ tables\n$/);

  const PUBLIC_URL = "https://prices.example";
  await using source = await startServer({ DATABASE_URL: database.url, PUBLIC_URL });
  await using restored = await startServer({ DATABASE_URL: "", DATA_DIR: target.dir, PUBLIC_URL });
  const hashes: string[] = [];
  for (const dataset of DATASETS) {
    for (const format of ["csv", "json"]) {
      const path = `/api/export?dataset=${dataset}&format=${format}`;
      const [old, again] = await Promise.all([source, restored].map(({ url }) => get(path, { base: url })));
      expect(old?.status).toBe(200);
      expect(again?.text === old?.text, path).toBe(true);
      expect(again?.headers.get("etag")).toBe(old?.headers.get("etag"));
      hashes.push(
        createHash("sha256")
          .update(again?.bytes ?? "")
          .digest("hex")
          .slice(0, 8),
      );
    }
  }
  recordPromise({
    promise: "Backup: restored into an empty server, every export is the same",
    test: "tests/faults/restore.test.ts",
    figure: `${hashes.length} exports, ${hashes.length} equal hashes (${hashes.join(" ")}); ${(await stat(file)).size} bytes in ${backupMs} ms`,
  });
}, 240_000);

const LEDGER = [
  "superseded_observation",
  "superseded_rate",
  "correction",
  "reference_record",
  "price_observation",
  "fx_rate",
];
const KEY = "netflix,TR,ios,monthly,2026-09-29";
const CORRECTIONS = [
  `${KEY},replace,299.99,TRY,typing_error,,opentherank-2026-09-30,https://opentherank.com/`,
  `${KEY},withdraw,,,licence,,,`,
];

test("a backup holds the ledger, and a restored one is kept as before", async () => {
  await using database = await createDatabase("bundled");
  await using copy = await createDatabase("migrated");
  await using folder = await makeFolder();
  for (const row of CORRECTIONS) {
    const correction = await folder.write("correction.csv", [PRICE_CORRECTION_HEADER, row].join("\n"));
    expect(await importHere(database.url, [correction])).toMatchObject({ code: 0 });
  }
  // Rates that were imported before there was a price, and so never published, give way to those of the backup.
  expect(await importHere(copy.url, ["prisma/data/sources.csv", "prisma/data/fx-rates.csv"])).toMatchObject({
    code: 0,
  });
  const file = await folder.write("backup.gz", "");
  await writeBackup(database.url, file);
  await restoreBackup(copy.url, file);
  for (const table of LEDGER) {
    const rows = `SELECT to_jsonb(t)::text FROM ${table} t ORDER BY 1`;
    expect(await query(copy.url, rows), table).toEqual(await query(database.url, rows));
  }
  await expect(execute(copy.url, "DELETE FROM superseded_observation")).rejects.toThrow("never changed");
  expect(
    await importHere(copy.url, [await folder.write("again.csv", [PRICE_CORRECTION_HEADER, CORRECTIONS[1]].join("\n"))]),
  ).toMatchObject({
    text: expect.stringContaining("was withdrawn in dataset version"),
  });
}, 120_000);

test("what a restored database gets next is what the other would have got", async () => {
  await using database = await createDatabase("bundled");
  await using copy = await createDatabase("template0");
  await using folder = await makeFolder();
  const file = await folder.write("backup.gz", "");
  await writeBackup(database.url, file);
  await restoreBackup(copy.url, file);
  const prices = await folder.write("prices.csv", makePrices(2_000));
  for (const { url } of [database, copy]) expect(await importHere(url, [prices])).toMatchObject({ code: 0 });
  expect(await readContent(copy.url)).toBe(await readContent(database.url));
  const version = "SELECT id, version FROM dataset_version ORDER BY id";
  expect(await query(copy.url, version)).toEqual(await query(database.url, version));
  await expect(restoreBackup(copy.url, file)).rejects.toThrow("The database is not empty");
}, 120_000);

/** As the owner of a database may, to empty it. */
const WITHOUT_TRIGGERS = `
  DO $$ DECLARE guarded regclass; BEGIN
    FOR guarded IN SELECT DISTINCT tgrelid FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid WHERE NOT tgisinternal AND c.relkind = 'r'
    LOOP EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', guarded); END LOOP;
  END $$`;

test("after a way back a release restores what it wrote of a database that a newer one had migrated", async () => {
  await using database = await createDatabase("bundled");
  await using copy = await createDatabase("template0");
  await using folder = await makeFolder();
  const before = await readContent(database.url);
  await execute(
    database.url,
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ('later', 'later', '29991231000000_later', now(), 1);
     CREATE TABLE later (id serial PRIMARY KEY, word text); INSERT INTO later (word) VALUES (E'a\\tb'), ('\\.');
     ALTER TABLE product ADD COLUMN later text NOT NULL DEFAULT E'with\\ttab';
     ALTER TABLE price ADD COLUMN later int`,
  );
  const file = await folder.write("backup.gz", "");
  await writeBackup(database.url, file);
  const { leftOut } = await restoreBackup(copy.url, file);
  expect(leftOut.sort()).toEqual(["later", "price.later", "product.later"]);
  expect(await readContent(copy.url)).toBe(before);
  // Into tables of the newer release, nothing is lost.
  await execute(database.url, `${WITHOUT_TRIGGERS}; TRUNCATE later, dataset_version, product, price CASCADE`);
  expect((await restoreBackup(database.url, file)).leftOut).toEqual([]);
}, 120_000);

test("a backup that is cut off, or of another kind, changes nothing", async () => {
  await using database = await createDatabase("bundled");
  await using empty = await createDatabase("migrated");
  await using folder = await makeFolder();
  const file = await folder.write("backup.gz", "");
  await writeBackup(database.url, file);
  const before = await readContent(empty.url);
  const text = gunzipSync(await readFile(file)).toString();
  await writeFile(file, gzipSync(text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1)));
  await expect(restoreBackup(empty.url, file)).rejects.toThrow("The backup is not whole");
  await writeFile(file, gzipSync(text.replace('"release":[', '"release":["29991231000000_later",')));
  await expect(restoreBackup(empty.url, file)).rejects.toThrow("A newer release wrote this backup");
  await writeBackup(database.url, file);
  await truncate(file, (await stat(file)).size - 1_000);
  await expect(restoreBackup(empty.url, file)).rejects.toThrow();
  expect(await readContent(empty.url)).toBe(before);
}, 120_000);
