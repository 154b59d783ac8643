import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { expect, test } from "vitest";
import { toExportSpec } from "@/lib/exports/export-spec";
import { DATASET_NAMES, EXPORT_FORMATS } from "@/lib/exports/schema";
import { download } from "@/tests/support/download";
import { importHere, makeFolder } from "@/tests/support/import-cli";
import { makeDataDir } from "@/tests/support/scratch";
import { baseUrl, createDatabase, databaseUrl, startServer } from "@/tests/support/server";

const HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const ROW = "netflix,TR,ios,monthly,319.99,TRY,2026-10-15,opentherank-2026-09-30,https://opentherank.com/";
const HISTORY = "/api/export?dataset=history&format=csv";

const listExports = async (dir: string) =>
  (await readdir(dir).catch((): string[] => [])).map((name) =>
    name.replace(/^\d+-/, "").replace(/-[0-9a-f]{16}\./, "."),
  );
/** 0: nothing was erased from the version. */
const allOf = (version: string) =>
  [
    ...DATASET_NAMES.flatMap((name) =>
      EXPORT_FORMATS.flatMap((format) =>
        // Parquet is compressed in itself.
        (format === "parquet" ? [""] : ["", ".gz", ".br"]).map((variant) => `${version}-0-${name}.${format}${variant}`),
      ),
    ),
    `${version}-0-bundle.zip`,
  ].sort();

test("exports of whole datasets are there before somebody asks, once of two processes, and anew after a publish", {
  timeout: 240_000,
}, async () => {
  await using database = await createDatabase("small");
  await using scratch = await makeDataDir();
  // JSON contains the service's address, so both processes need the same one to share files.
  const address = { PUBLIC_URL: "https://prices.example" };
  const env = { DATABASE_URL: database.url, EXPORT_DIR: scratch.dir, EXPORT_AHEAD: "1", LOG_LEVEL: "info", ...address };
  await using one = await startServer(env);
  await using two = await startServer(env);
  const list = async () => (await listExports(scratch.dir)).sort();
  await expect.poll(list, { timeout: 60_000 }).toEqual(allOf("2026-09-29.1"));
  const made = () => `${one.output()}${two.output()}`.match(/export made"/g)?.length;
  // The log comes behind the files.
  await expect.poll(made).toBe(EXPORT_FORMATS.length * DATASET_NAMES.length);

  await using folder = await makeFolder();
  const file = await folder.write("prices.csv", `${HEADER}\n${ROW}\n`);
  expect(await importHere(database.url, [file])).toMatchObject({ code: 0 });
  await expect.poll(list, { timeout: 60_000 }).toEqual(allOf("2026-10-15.2"));
  expect(made()).toBeLessThanOrEqual(2 * EXPORT_FORMATS.length * DATASET_NAMES.length);
  const reply = await download(`${one.url}${HISTORY}`);
  expect(reply.headers["content-length"]).toBe(String(reply.bytes.length));
  expect(reply.bytes.toString()).toContain('"netflix","TR","ios","monthly",319.99,"TRY"');
});

test("an export whose file is not ready within ten seconds is streamed, whole and without a file's promises", {
  timeout: 120_000,
}, async () => {
  await using scratch = await makeDataDir();
  await using server = await startServer({ EXPORT_DIR: scratch.dir });
  const file = await download(`${baseUrl}${HISTORY}`);
  const slow = new Client({ connectionString: databaseUrl });
  await slow.connect();
  const { digest } = toExportSpec({ dataset: "history", format: "csv", bom: 0 });
  await slow.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [`price-atlas export ${digest}`]);
  try {
    const stream = await download(`${server.url}${HISTORY}`, { headers: { range: "bytes=0-9" } });
    expect(stream).toMatchObject({ status: 200, headers: { etag: `W/${file.headers.etag}` } });
    expect(stream.headers["accept-ranges"]).toBeUndefined();
    expect(stream.bytes.equals(file.bytes)).toBe(true);
    expect(await readdir(scratch.dir).catch(() => [])).toEqual([]);
  } finally {
    await slow.end();
  }
  const sizeOf = async () => {
    const name = (await readdir(scratch.dir).catch((): string[] => [])).find((found) => found.endsWith(".csv"));
    return name === undefined ? 0 : (await stat(join(scratch.dir, name))).size;
  };
  await expect.poll(sizeOf).toBe(file.bytes.length);
  expect((await download(`${server.url}${HISTORY}`)).headers["content-length"]).toBe(String(file.bytes.length));
});
