import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { toCsv } from "@/lib/contract/csv-text";
import { DATASET_NAMES, DATASETS } from "@/lib/exports/schema";
import { sendPatiently } from "../support/api";
import { execute, type TestDatabase } from "../support/database";
import { download, open, readToEnd } from "../support/download";
import { scale } from "../support/fault-scale";
import { importHere, makeFolder, query } from "../support/import-cli";
import { recordPromise } from "../support/report-promise";
import { makeDataDir, type Scratch } from "../support/scratch";
import { baseUrl, createDatabase, startServer } from "../support/server";
import { mountDisk } from "../support/small-disk";
import type { ServerProcess } from "../support/spawn-server";

const TEST = "tests/faults/export-files.test.ts";
const CSV = "/api/export?dataset=prices&format=csv";
const HISTORY = "/api/export?dataset=history&format=csv";
const MADE = /export made/g;
const RUNS = 150_000;
const DOWNLOADS = scale(100, 30);

const listWhole = async (dir: string) => (await readdir(dir)).filter((name) => !/\.(?:gz|br)\b/.test(name)).sort();

test.each(DATASET_NAMES)("the CSV of %s is what json2csv writes for the rows of its JSON", async (name) => {
  const csv = await download(`${baseUrl}/api/export?dataset=${name}&format=csv`);
  const json = await download(`${baseUrl}/api/export?dataset=${name}&format=json`);
  const { data } = z
    .object({ data: z.array(z.record(z.string(), z.unknown())) })
    .parse(JSON.parse(json.bytes.toString()));
  let expected = "";
  for await (const piece of toCsv(Object.keys(DATASETS[name].shape), toBatch(data), false)) expected += piece;
  expect(csv.bytes.toString() === expected).toBe(true);
});

test("both writers guard the same text, whatever it is", { timeout: 120_000 }, async () => {
  // No line breaks: an import refuses control characters.
  const texts = [
    "=1+1",
    "＝1+1",
    "＠x",
    "+1",
    "-1",
    "@x",
    "  =1",
    "\tx",
    "\rx",
    "a;=1",
    "a; ＋1",
    'a"b',
    "a,b",
    "a'b",
    "a;b",
    "a-b",
    "\\",
    "\\1",
    "https://example.org/?a=1;=b&c=-1",
  ];
  await using database = await createDatabase("bundled");
  for (const [at, text] of texts.entries()) {
    const series = `(SELECT DISTINCT series_id FROM price WHERE product = 'netflix' ORDER BY 1 OFFSET ${at} LIMIT 1)`;
    await query(database.url, `UPDATE price SET source_url = $1 WHERE series_id = ${series}`, [text]);
  }
  await using server = await startServer({ DATABASE_URL: database.url });
  const read = (format: string) =>
    sendPatiently("GET", `/api/export?product=netflix&format=${format}`, { base: server.url });
  const csv = await read("csv");
  const json = await read("json");
  const { data } = z.object({ data: z.array(z.looseObject({ source_url: z.string() })) }).parse(json.body);
  expect(data.map(({ source_url }) => source_url)).toEqual(expect.arrayContaining(texts));
  let expected = "";
  for await (const piece of toCsv(Object.keys(DATASETS.prices.shape), toBatch(data), false)) expected += piece;
  expect(csv.text).toBe(expected);
});

async function* toBatch(rows: object[]) {
  yield rows;
}

test("many first requests make an export once, in one process and in two on one folder", {
  timeout: 120_000,
}, async () => {
  await using scratch = await makeDataDir();
  const env = { EXPORT_DIR: scratch.dir, LOG_LEVEL: "info" };
  await using one = await startServer(env);
  await using two = await startServer(env);
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, at) => download(`${at % 2 === 0 ? one.url : two.url}${CSV}`)),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(replies.map(({ headers }) => headers.etag)).size).toBe(1);
  expect(replies.every(({ bytes }) => bytes.equals(replies[0]?.bytes ?? Buffer.alloc(0)))).toBe(true);
  expect(`${one.output()}${two.output()}`.match(MADE)).toHaveLength(1);
  expect(await listWhole(scratch.dir)).toHaveLength(1);
});

test("after a publish the new data is served, the old files go, and a download under way ends whole", {
  timeout: 120_000,
}, async () => {
  await using database = await createDatabase("small");
  await addRuns(database);
  await using scratch = await makeDataDir();
  await using server = await startServer({ DATABASE_URL: database.url, EXPORT_DIR: scratch.dir });
  const old = await download(`${server.url}${HISTORY}`);
  await download(`${server.url}${CSV}`);
  const slow = await open(`${server.url}${HISTORY}`);

  await using folder = await makeFolder();
  const header = "product,country,platform,period,amount,currency,observed_on,source,source_url";
  const row = "netflix,TR,ios,monthly,319.99,TRY,2026-10-15,opentherank-2026-09-30,https://opentherank.com/";
  expect(await importHere(database.url, [await folder.write("prices.csv", `${header}\n${row}\n`)])).toMatchObject({
    code: 0,
  });
  await expect
    .poll(async () => (await download(`${server.url}${CSV}`)).bytes.toString())
    .toContain('"netflix","TR","ios","monthly",319.99,"TRY"');
  await expect.poll(() => readdir(scratch.dir)).not.toContainEqual(expect.stringContaining("2026-09-29"));
  expect(await readToEnd(slow)).toBe(old.bytes.length);
});

describe("where files cannot be kept", { timeout: 120_000 }, () => {
  test("exports are streamed, the same bytes, without what only a file can promise", async () => {
    await using scratch = await makeDataDir();
    await mkdir(scratch.dir);
    const blocked = join(scratch.dir, "file");
    await writeFile(blocked, "");
    await using server = await startServer({ EXPORT_DIR: join(blocked, "exports"), PUBLIC_URL: baseUrl });
    for (const path of [CSV, "/api/export?product=netflix", "/api/export?dataset=index"]) {
      const file = await download(`${baseUrl}${path}`);
      const stream = await download(`${server.url}${path}`, { headers: { range: "bytes=0-9" } });
      expect(stream.status).toBe(200);
      expect(stream.headers.etag).toBe(`W/${file.headers.etag}`);
      expect(stream.headers["accept-ranges"]).toBeUndefined();
      expect(stream.bytes.equals(file.bytes)).toBe(true);
    }
  });

  test("a full disk never gives a part for the whole", async ({ skip }) => {
    await using disk = await mountDisk(65_536, "exports on a full disk");
    if (disk === null) return skip("no disk of its own");
    await using server = await startServer({ EXPORT_DIR: disk.dir });
    const whole = await download(`${baseUrl}${CSV}`);
    for (const accepted of ["identity", "gzip"]) {
      const reply = await download(`${server.url}${CSV}`, { headers: { "accept-encoding": accepted } });
      expect(reply.status).toBe(200);
      if (accepted === "identity") expect(reply.bytes.equals(whole.bytes)).toBe(true);
    }
    expect(await readdir(disk.dir)).toEqual([]);
    expect((await download(`${server.url}/api/export?product=chatgpt`)).status).toBe(200);
    recordPromise({
      promise: "Disk full while exporting: never a part for the whole",
      test: TEST,
      figure: `2 exports of ${whole.bytes.length} bytes on a disk of 65536: both streamed whole, 0 files left`,
    });
  });
});

describe("on a long history", { timeout: 120_000 }, () => {
  let database: TestDatabase;
  let blocked: Scratch;
  let streaming: ServerProcess;

  beforeAll(async () => {
    database = await createDatabase("small");
    await addRuns(database);
    blocked = await makeDataDir();
    await mkdir(blocked.dir);
    await writeFile(join(blocked.dir, "file"), "");
    streaming = await startServer({ DATABASE_URL: database.url, EXPORT_DIR: join(blocked.dir, "file/exports") });
  }, 60_000);
  const failed: string[] = [];
  afterAll(async () => {
    await streaming.stop();
    await database[Symbol.asyncDispose]();
    await blocked[Symbol.asyncDispose]();
    recordPromise({
      promise: "An export that fails is never served as whole",
      test: TEST,
      figure: `${failed.length} ways: ${failed.join("; ")}`,
    });
  });

  test("a stream that fails breaks the connection", async () => {
    const response = await open(`${streaming.url}${HISTORY}`);
    expect(response.statusCode).toBe(200);
    await cutExports(database);
    await expect(readToEnd(response)).rejects.toThrow(/aborted|reset|terminated/i);
    failed.push("a stream that fails half way breaks the connection");
  });

  test("a build that fails is a 503, leaves nothing, and the next one is whole", async () => {
    await using scratch = await makeDataDir();
    await using server = await startServer({ DATABASE_URL: database.url, EXPORT_DIR: scratch.dir });
    const failing = download(`${server.url}${HISTORY}`);
    await cutExports(database);
    expect(await failing).toMatchObject({ status: 503, headers: { "retry-after": expect.any(String) } });
    expect(await readdir(scratch.dir)).toEqual([]);
    const reply = await download(`${server.url}${HISTORY}`);
    expect(reply.bytes.toString().split("\r\n").length).toBeGreaterThan(RUNS);
    failed.push("a build that fails is a 503 and leaves no file, the next one is whole");
  });

  test("a server that is killed while it builds leaves nothing that is served", async () => {
    await using scratch = await makeDataDir();
    const env = { DATABASE_URL: database.url, EXPORT_DIR: scratch.dir };
    const killed = await startServer(env);
    const failing = download(`${killed.url}${HISTORY}`).catch(() => null);
    await expect.poll(() => readdir(scratch.dir).catch(() => [])).toEqual([expect.stringMatching(/\.tmp$/)]);
    await killed.stop("SIGKILL");
    expect(await failing).toBeNull();
    await using server = await startServer(env);
    const reply = await download(`${server.url}${HISTORY}`);
    expect(reply.headers["content-length"]).toBe(String(reply.bytes.length));
    expect(reply.bytes.toString().split("\r\n").length).toBeGreaterThan(RUNS);
    failed.push("a server killed while it builds leaves nothing that is served");
  });

  test.each(["files", "streams"])(
    `${DOWNLOADS} downloads of %s given up leave connections and open files where they were`,
    async (kind) => {
      await using scratch = await makeDataDir();
      await using own =
        kind === "files" ? await startServer({ DATABASE_URL: database.url, EXPORT_DIR: scratch.dir }) : null;
      const server = own ?? streaming;
      const giveUp = async () => (await open(`${server.url}${HISTORY}`)).destroy();
      await giveUp();
      await expect.poll(() => countExports(database)).toBe(0);
      const before = await countFiles(server.child.pid);
      const memoryBefore = await readMemoryMb(server.child.pid);
      for (let round = 0; round < DOWNLOADS / 2; round += 1) await Promise.all([giveUp(), giveUp()]);
      const givenUpAt = performance.now();
      await expect.poll(() => countExports(database)).toBe(0);
      const freedAfterMs = Math.round(performance.now() - givenUpAt);
      await expect.poll(() => countFiles(server.child.pid)).toBeLessThanOrEqual(before + 2);
      const grownMb = (await readMemoryMb(server.child.pid)) - memoryBefore;
      expect(grownMb).toBeLessThan(150);
      expect((await download(`${server.url}${CSV}`)).status).toBe(200);
      recordPromise({
        promise: `Callers gone in the middle of downloads (${kind}): connections freed, nothing kept`,
        test: TEST,
        figure: `${DOWNLOADS} downloads given up: 0 database connections left after ${freedAfterMs} ms, open files as before, memory ${grownMb > 0 ? "+" : ""}${grownMb} MB`,
      });
    },
    60_000,
  );
});

function addRuns({ url }: TestDatabase): Promise<void> {
  return execute(
    url,
    `INSERT INTO observation (series_id, observed_on, amount, currency, source_id, source_url, recorded_in)
     SELECT s.id, date '1991-01-01' + n, 1 + n % 2, 'USD', 'netflix-prices', 'https://example.com/a-long-enough-address/' || n, 1
     FROM (SELECT id FROM series ORDER BY id LIMIT 100) AS s, generate_series(1, ${RUNS / 100}) AS n`,
  );
}

async function countExports({ url }: TestDatabase): Promise<number> {
  const sql =
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'price-atlas-export'";
  return Number((await query(url, `${sql} AND state <> 'idle'`))[0]?.[0]);
}

async function cutExports({ url }: TestDatabase): Promise<void> {
  const sql = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'price-atlas-export' AND query LIKE 'COPY%' AND state = 'active'`;
  await expect.poll(() => query(url, sql), { interval: 20 }).not.toEqual([]);
}

const countFiles = async (pid = 0) => (await readdir(`/proc/${pid}/fd`)).length;

/** Returns 0 where the system does not tell. */
async function readMemoryMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
}
