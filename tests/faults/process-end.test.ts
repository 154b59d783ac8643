import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { expect, test } from "vitest";
import { openEmbedded } from "@/server/postgres";
import { get } from "@/tests/support/api";
import { isLong, scale } from "@/tests/support/fault-scale";
import { recordPromise } from "@/tests/support/report-promise";
import { findProcesses, makeDataDir } from "@/tests/support/scratch";
import { startServer } from "@/tests/support/server";
import { startLoad } from "@/tests/support/steady-load";

const PER_SECOND = scale(50, 10);
const GRACE_SECONDS = 2;

test("on SIGTERM under load it is not ready at once, answers all it took, and ends with its database", async () => {
  await using data = await makeDataDir();
  await using server = await startServer({
    DATABASE_URL: "",
    DATA_DIR: data.dir,
    SHUTDOWN_GRACE_SECONDS: String(GRACE_SECONDS),
  });
  const blocker = await connect(data.dir);
  const paths = ["/api/countries", "/api/services?page_size=5", "/api/openapi.json"];
  for (const path of paths) await get(path, { base: server.url });

  const load = startLoad(server.url, PER_SECOND, (at) => ({ kind: "load", path: paths[at % paths.length] ?? "" }));
  await sleep(1_000);
  await blocker.query("BEGIN; LOCK TABLE price IN ACCESS EXCLUSIVE MODE");
  const slow = get("/api/prices?page_size=3", { base: server.url });
  await sleep(300);
  const toldAtMs = load.elapsedMs();
  const ended = server.stop("SIGTERM");
  await sleep(100);
  const health = get("/api/health", { base: server.url });
  const live = get("/api/health?probe=live", { base: server.url });
  await sleep(900);
  // Not counted: the system refuses requests that arrive when the port closes.
  const answering = load.stop();
  await sleep(GRACE_SECONDS * 1000 - 300);
  await blocker.query("COMMIT");
  const code = await ended;
  const endedAfterMs = load.elapsedMs() - toldAtMs;
  const samples = await answering;

  expect(await health).toMatchObject({ status: 503, body: { status: "stopping" } });
  expect((await live).status).toBe(200);
  expect((await slow).status).toBe(200);
  expect(code).toBe(0);
  expect(await findProcesses(data.dir)).toEqual([]);
  expect(samples.filter(({ status }) => status !== 200)).toEqual([]);
  const duringGrace = samples.filter(({ sentAtMs }) => sentAtMs > toldAtMs);
  expect(duringGrace.length).toBeGreaterThan(0);
  if (isLong) expect(endedAfterMs).toBeLessThan(30_000);
  recordPromise({
    promise: "SIGTERM under load: not ready at once, requests in flight finish, exit within 30 s, no process left",
    test: "tests/faults/process-end.test.ts",
    figure: `${samples.length} requests answered, ${duringGrace.length} of them after the signal, 0 lost; ended after ${Math.round(endedAfterMs)} ms with code ${code}, 0 processes left`,
  });
}, 120_000);

/** Out of 2 s; a process that reports a closed pipe by writing to it uses all. */
const MOST_CPU_S = 0.5;

test("a server whose output nobody reads any more goes on answering without a stir, and ends on SIGTERM", async () => {
  await using server = await startServer({ LOG_LEVEL: "info" });
  server.child.stdout?.destroy();
  server.child.stderr?.destroy();
  const ask = () => get("/api/countries", { base: server.url });
  for (let at = 0; at < 20; at++) expect((await ask()).status).toBe(200);
  await sleep(500);
  const before = await readCpuSeconds(server.child.pid);
  await sleep(2_000);
  const spent = (await readCpuSeconds(server.child.pid)) - before;
  expect(spent).toBeLessThan(MOST_CPU_S);
  expect((await ask()).status).toBe(200);
  expect(await server.stop("SIGTERM")).toBe(0);
  recordPromise({
    promise: "Output closed: the server goes on answering without a stir, and ends on SIGTERM",
    test: "tests/faults/process-end.test.ts",
    figure: `21 requests answered, ${spent.toFixed(2)} s of processor in the 2 s after, ended with code 0`,
  });
}, 120_000);

/** Processor time in seconds. */
async function readCpuSeconds(pid: number | undefined): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function connect(dataDir: string): Promise<Client> {
  const { url, close } = await openEmbedded(dataDir);
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  await close();
  return client;
}
