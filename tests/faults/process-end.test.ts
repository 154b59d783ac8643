import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEmbedded } from "@/server/postgres";
import { get } from "@/tests/support/api";
import { scale } from "@/tests/support/fault-scale";
import { recordPromise } from "@/tests/support/report-promise";
import { findProcesses, makeDataDir, type Scratch } from "@/tests/support/scratch";
import { startServer } from "@/tests/support/server";
import { startLoad } from "@/tests/support/steady-load";
import { countWaitingCalls } from "@/tests/support/waiting-queries";

const PER_SECOND = scale(50, 10);
const GRACE_SECONDS = 6;

let data: Scratch;
beforeAll(async () => {
  data = await makeDataDir();
});
afterAll(() => data[Symbol.asyncDispose]());

test("on SIGTERM under load it is not ready at once, answers all it took, and ends with its database", async () => {
  await using server = await startServer({
    DATABASE_URL: "",
    DATA_DIR: data.dir,
    SHUTDOWN_GRACE_SECONDS: String(GRACE_SECONDS),
  });
  const { url, client: blocker } = await connect(data.dir);
  const paths = ["/api/countries", "/api/services?page_size=5", "/api/openapi.json"];
  for (const path of paths) await get(path, { base: server.url });

  const load = startLoad(server.url, PER_SECOND, (at) => ({ kind: "load", path: paths[at % paths.length] ?? "" }));
  await expect.poll(load.countAnswered).toBeGreaterThan(PER_SECOND);
  await blocker.query("BEGIN; LOCK TABLE price IN ACCESS EXCLUSIVE MODE");
  const slow = get("/api/prices?page_size=3", { base: server.url });
  await expect.poll(() => countWaitingCalls(url)).toBeGreaterThan(0);
  const toldAtMs = load.elapsedMs();
  const ended = server.stop("SIGTERM");
  await expect
    .poll(() => get("/api/health", { base: server.url }), { interval: 20 })
    .toMatchObject({ status: 503, body: { status: "stopping" } });
  const live = get("/api/health?probe=live", { base: server.url });
  await blocker.query("COMMIT");
  await sleep(500);
  // Not counted: the system refuses requests that arrive when the port closes.
  const samples = await load.stop();
  const code = await ended;
  const endedAfterMs = load.elapsedMs() - toldAtMs;

  expect((await live).status).toBe(200);
  expect((await slow).status).toBe(200);
  expect(code).toBe(0);
  expect(await findProcesses(data.dir)).toEqual([]);
  expect(samples.filter(({ status }) => status !== 200)).toEqual([]);
  const duringGrace = samples.filter(({ sentAtMs }) => sentAtMs > toldAtMs);
  expect(duringGrace.length).toBeGreaterThan(0);
  recordPromise({
    promise: "SIGTERM under load: not ready at once, requests in flight finish, no process left",
    test: "tests/faults/process-end.test.ts",
    figure: `${samples.length} requests answered, ${duringGrace.length} of them after the signal, 0 lost; ended after ${Math.round(endedAfterMs)} ms with code ${code}, 0 processes left`,
  });
}, 120_000);

test("Ctrl-C at a terminal, which signals every process of npm start, ends all without another word", async () => {
  const env = {
    ...process.env,
    DATABASE_URL: "",
    DATA_DIR: data.dir,
    PORT: "0",
    METRICS_PORT: "0",
    LOG_LEVEL: "warn",
    // npm's own words about newer releases of itself.
    npm_config_update_notifier: "false",
  };
  const npm = spawn("npm", ["start"], { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const closed = once(npm, "close");
  await expect.poll(() => output).toContain("Nobody can sign in");
  const before = output;
  process.kill(-(npm.pid ?? Number.NaN), "SIGINT");
  expect(await closed).toEqual([0, null]);
  expect(output.slice(before.length)).toBe("");
  expect(await findProcesses(data.dir)).toEqual([]);
}, 240_000);

/** Of some hundred that a server makes at rest; one that reports a closed pipe by writing to it makes as many as it can. */
const MOST_WRITES = 2_000;

test.skipIf(process.platform !== "linux")(
  "a server whose output nobody reads any more goes on answering without a stir, and ends on SIGTERM",
  async () => {
    await using server = await startServer({ LOG_LEVEL: "info" });
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    const ask = () => get("/api/countries", { base: server.url });
    for (let at = 0; at < 20; at++) expect((await ask()).status).toBe(200);
    await sleep(500);
    const before = await countWrites(server.child.pid);
    await sleep(2_000);
    const written = (await countWrites(server.child.pid)) - before;
    expect(written).toBeLessThan(MOST_WRITES);
    expect((await ask()).status).toBe(200);
    expect(await server.stop("SIGTERM")).toBe(0);
    recordPromise({
      promise: "Output closed: the server goes on answering without a stir, and ends on SIGTERM",
      test: "tests/faults/process-end.test.ts",
      figure: `21 requests answered, ${written} writes in the 2 s after, ended with code 0`,
    });
  },
);

/** Calls of the system by which a process has written. */
async function countWrites(pid: number | undefined): Promise<number> {
  return Number(/^syscw: (\d+)$/m.exec(await readFile(`/proc/${pid}/io`, "utf8"))?.[1]);
}

async function connect(dataDir: string): Promise<{ url: string; client: Client }> {
  const { url, close } = await openEmbedded(dataDir);
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  await close();
  return { url, client };
}
