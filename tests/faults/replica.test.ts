import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, test as base, beforeAll, expect } from "vitest";
import { type App, type Deployment, deploy, lacksSandbox, layOut } from "@/tests/support/deployment";
import { query } from "@/tests/support/import-cli";
import { publishNext } from "@/tests/support/publishes";
import { lacksPostgres, type Pair, startPair } from "@/tests/support/replication";
import { recordPromise } from "@/tests/support/report-promise";
import { newSender } from "@/tests/support/sender";

// Tests DATABASE_REPLICA_URL with two PostgreSQL servers of Debian and streaming replication.

const TEST = "tests/faults/replica.test.ts";
const TESTS = "tests of a read replica";
const isMissing = [lacksPostgres(TESTS), lacksSandbox(TESTS)].some(Boolean);
const test = base.skipIf(isMissing);

let pair: Pair;
let laid: Awaited<ReturnType<typeof layOut>>;
let deployment: Deployment;
let app: App;
beforeAll(async () => {
  if (isMissing) return;
  pair = await startPair();
  laid = await layOut();
  deployment = await deploy(laid.tree, {
    DATABASE_URL: pair.url,
    DATABASE_REPLICA_URL: pair.standby.url,
    PUBLIC_URL: "https://localhost",
    EXPORT_AHEAD: "0",
  });
  await deployment.run(["commands/db-prepare.mjs"]);
  app = await deployment.startApp();
  await until(() => countLines("reads go to the replica") === 1);
});
afterAll(async () => {
  if (isMissing) return;
  await deployment[Symbol.asyncDispose]();
  await laid[Symbol.asyncDispose]();
  await pair[Symbol.asyncDispose]();
});

const AWAY = "the replica is away or behind: reads go to the primary";
const countLines = (message: string) => app.output().split(`"${message}"`).length - 1;

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedAt > 60_000) throw new Error(`waited for 60 s:\n${app.output()}`);
    await sleep(50);
  }
}

let asked = 0;
async function askNew(
  parameters = "",
): Promise<{ status: number; version: string; total: number; durationMs: number }> {
  const startedAt = performance.now();
  const path = `/api/prices?page_size=5&page=${++asked}${parameters}`;
  const response = await fetch(`${app.url}${path}`, { headers: { "x-forwarded-for": newSender() } });
  const { meta, pagination } = await response.json();
  const durationMs = performance.now() - startedAt;
  return { status: response.status, version: meta?.dataset_version, total: pagination?.total_items, durationMs };
}

const SCANS =
  "SELECT seq_scan + idx_scan FROM pg_stat_user_tables WHERE relname IN ('price', 'product') ORDER BY relname";
/** Servers count scans within a second. */
async function countScans(url: string): Promise<number> {
  await sleep(1_500);
  return (await query(url, SCANS)).flat().reduce((sum, count) => sum + Number(count), 0);
}

test("calls and pages read published tables of the replica alone", async () => {
  const before = [await countScans(pair.url), await countScans(pair.standby.url)];
  for (let at = 0; at < 20; at++) expect((await askNew()).status).toBe(200);
  for (const path of ["/", "/services/netflix", "/countries/TR", "/api/history?product=netflix&country=US"])
    expect((await fetch(`${app.url}${path}`, { headers: { "x-forwarded-for": newSender() } })).status).toBe(200);
  const primary = await countScans(pair.url);
  const standby = await countScans(pair.standby.url);
  expect(primary).toBe(before[0]);
  expect(standby).toBeGreaterThan((before[1] ?? 0) + 20);
});

test("a replica that lags serves the version before whole; one that is asked for by name comes from the primary", async () => {
  const old = await askNew();
  await query(pair.standby.url, "SELECT pg_wal_replay_pause()");
  await publishNext(pair.url, 1);
  const [[newest = "", count = ""] = []] = await query(
    pair.url,
    "SELECT version, prices FROM dataset_version ORDER BY id DESC LIMIT 1",
  );
  expect(newest).not.toBe(old.version);
  await sleep(2_500);
  expect(await askNew()).toMatchObject({ status: 200, version: old.version, total: old.total });
  expect(countLines(AWAY)).toBe(0);

  const named = await askNew(`&version=${newest}`);
  expect(named).toMatchObject({ status: 200, version: newest, total: Number(count) });
  expect(await askNew()).toMatchObject({ status: 200, version: newest, total: Number(count) });
  await sleep(2_500);
  expect(countLines(AWAY)).toBe(1);
  expect(await askNew()).toMatchObject({ version: newest });

  await query(pair.standby.url, "SELECT pg_wal_replay_resume()");
  await until(() => countLines("reads go to the replica") === 2);
  expect(await askNew()).toMatchObject({ status: 200, version: newest, total: Number(count) });
});

test.each([
  ["killed", () => pair.standby.kill(), () => pair.standby.start()],
  ["frozen", () => pair.standby.freeze(), () => pair.standby.thaw()],
])("one that is %s costs a line of the log, and is used again when it is back", async (name, stop, restart) => {
  const before = [countLines(AWAY), countLines("reads go to the replica")];
  const answers: ReturnType<typeof askNew>[] = [];
  const load = setInterval(() => answers.push(askNew()), 20);
  await sleep(1_000);
  await stop();
  await sleep(4_000);
  await restart();
  await until(() => countLines("reads go to the replica") === (before[1] ?? 0) + 1);
  await sleep(1_000);
  clearInterval(load);
  const all = await Promise.all(answers);
  expect(all.filter(({ status }) => status !== 200)).toEqual([]);
  expect(countLines(AWAY)).toBe((before[0] ?? 0) + 1);
  const slowest = Math.max(...all.map(({ durationMs }) => durationMs));
  recordPromise({
    promise: `Replica ${name} under 50 requests/s: its reads go to the primary, and back when it is back`,
    test: TEST,
    figure: `${all.length} requests, 0 lost; slowest ${Math.round(slowest)} ms; 1 line of the log`,
  });
});
