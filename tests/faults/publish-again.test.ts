import { readFile } from "node:fs/promises";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeRows, republish } from "@/lib/versions/publish/publish";
import { PRICE_CORRECTION_HEADER } from "../support/corrections";
import type { TestDatabase } from "../support/database";
import { type Folder, importHere, makeFolder, query } from "../support/import-cli";
import { writeImport } from "../support/numbered-import";
import { listDifferences, PUBLISHED, readServed } from "../support/served-content";
import { createDatabase } from "../support/server";
import { writeSmallData } from "../support/small-data";

const TAKEDOWN = "datacamp,TR,ios,monthly,2026-09-05,withdraw,,,licence,,,";

let database: TestDatabase;
let folder: Folder;
let small: Record<string, string>;
let files: string[][];

beforeAll(async () => {
  database = await createDatabase("small");
  folder = await makeFolder();
  small = await writeSmallData(folder);
  const taxes = (await readFile(small["tax-rates"] ?? "", "utf8")).replace(/^(DE,.*),19,/m, "$1,20,");
  const contents = [1, 2, 3].map((number) =>
    Object.fromEntries(
      Object.entries(writeImport(number)).map(([name, lines]) => [`${number}-${name}`, lines.join("\n")]),
    ),
  );
  files = [];
  for (const content of [...contents, { "taxes.csv": taxes }]) {
    const paths = await Promise.all(Object.entries(content).map(([name, text]) => folder.write(name, text)));
    expect(await importHere(database.url, paths, true)).toEqual({ code: 0, text: expect.any(String) });
    files.push(paths);
  }
}, 120_000);
afterAll(async () => {
  await folder[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

test("what many imports published is what the same files publish in one go into an empty database", async () => {
  await using atOnce = await createDatabase("migrated");
  // The last of the later files has all tax rates.
  const all = [...Object.entries(small).flatMap(([name, path]) => (name === "tax-rates" ? [] : path)), ...files.flat()];
  expect(await importHere(atOnce.url, all, true)).toEqual({ code: 0, text: expect.any(String) });
  expect(listDifferences(await readServed(database.url), await readServed(atOnce.url))).toEqual({});
}, 60_000);

async function hashVersions(): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const table of PUBLISHED) {
    const rows = await query(
      database.url,
      `SELECT version_id, count(*) || ' ' || md5(string_agg(row, ' ' ORDER BY row))
       FROM (SELECT version_id, to_jsonb(t)::text AS row FROM ${table} t) AS rows GROUP BY 1`,
    );
    for (const [version, hash = ""] of rows) hashes.set(`${version} ${table}`, hash);
  }
  return hashes;
}

/** Stands beside versions: nothing removes it with one. */
const hashChanges = () =>
  query(
    database.url,
    "SELECT count(*), md5(string_agg(to_jsonb(c)::text, ' ' ORDER BY to_jsonb(c)::text)) FROM price_change c",
  );

async function write(work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query("BEGIN");
    await work(client);
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}

test("every version is published again with the same rows: in any order, after several were removed, from the ledger alone", {
  timeout: 120_000,
}, async () => {
  const takedown = await folder.write("takedown.csv", `${PRICE_CORRECTION_HEADER}\n${TAKEDOWN}\n`);
  await query(
    database.url,
    `INSERT INTO price_report (series_id, kind, found_by, was_amount, was_currency, source_url, sender)
     SELECT series_id, 'amount', 'visitor', amount, currency, 'https://example.com/', 'sender' FROM price
     WHERE product = 'netflix' ORDER BY version_id DESC LIMIT 1`,
  );
  expect(await importHere(database.url, [takedown], true)).toMatchObject({ code: 0 });
  expect(await query(database.url, "SELECT version_id, count(*) FROM price WHERE is_reported GROUP BY 1")).toEqual([
    ["6", "1"],
  ]);
  const before = await hashVersions();
  const changes = await hashChanges();
  const ids = (await query(database.url, "SELECT id FROM dataset_version ORDER BY id")).flat().map(Number);
  expect(ids).toEqual([1, 2, 3, 4, 5, 6]);
  expect(before.size).toBe(ids.length * PUBLISHED.length);
  expect(await query(database.url, "SELECT redacted FROM dataset_version ORDER BY id")).toEqual([
    ...Array.from({ length: 5 }, () => ["1"]),
    ["0"],
  ]);

  for (const id of [4, 1, 6, 3, 2, 5]) await write((client) => republish(client, id));
  expect(await hashVersions()).toEqual(before);

  for (const [removed, order] of [
    [
      [2, 3, 5],
      [5, 2, 3],
    ],
    [ids, [6, 3, 1, 5, 2, 4]],
  ] as const) {
    await write(async (client) => {
      for (const id of removed) {
        await removeRows(client, id);
        await client.query("UPDATE dataset_version SET is_pruned = true WHERE id = $1", [id]);
      }
    });
    expect((await hashVersions()).size).toBe((ids.length - removed.length) * PUBLISHED.length);
    for (const id of order) await write((client) => republish(client, id));
    expect(await hashVersions()).toEqual(before);
  }
  expect(await query(database.url, "SELECT id FROM dataset_version WHERE is_pruned")).toEqual([]);
  expect(await hashChanges()).toEqual(changes);
});
