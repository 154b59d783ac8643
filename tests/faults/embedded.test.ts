import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { get } from "@/tests/support/api";
import { isLong, scale } from "@/tests/support/fault-scale";
import { recordPromise } from "@/tests/support/report-promise";
import { findProcesses, makeDataDir, readPidFile } from "@/tests/support/scratch";
import { startServer } from "@/tests/support/server";
import { startLoad } from "@/tests/support/steady-load";

const PER_SECOND = scale(50, 10);
/** Few: who ends again and again is brought back after longer and longer waits. */
const KILLS = scale(3, 2);

test("an embedded database that is killed is brought back by the server that uses it, again and again", async () => {
  await using data = await makeDataDir();
  await using server = await startServer({ DATABASE_URL: "", DATA_DIR: data.dir });
  const { url: base } = server;
  const known = "/api/countries";
  await get(known, { base });
  let asked = 0;
  const load = startLoad(base, PER_SECOND, (at) => {
    if (at % 2 === 0) return { kind: "asked before", path: known };
    asked += 1;
    return { kind: "new", path: `/api/prices?page_size=${1 + (asked % 100)}&page=${1 + Math.floor(asked / 100)}` };
  });
  const pids = new Set<number | null>();
  const backAfterMs: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(500);
    const { pid } = await readPidFile(data.dir);
    expect(pids).not.toContain(pid);
    pids.add(pid);
    process.kill(pid ?? Number.NaN, "SIGKILL");
    const killedAtMs = load.elapsedMs();
    // The first questions may still be answered: those who serve a connection end a moment after their server.
    await expect.poll(async () => (await readPidFile(data.dir)).pid, { timeout: 15_000 }).not.toBe(pid);
    await expect
      .poll(() => get(`/api/prices?page=1&page_size=${10 + kill}&country=TR`, { base }).then(({ status }) => status), {
        timeout: 15_000,
        interval: 20,
      })
      .toBe(200);
    backAfterMs.push(load.elapsedMs() - killedAtMs);
  }
  const samples = await load.stop();
  expect(samples.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  expect(samples.filter(({ kind, status }) => kind === "asked before" && status !== 200)).toEqual([]);
  if (isLong) expect(Math.max(...backAfterMs)).toBeLessThan(5_000);
  expect(server.output()).toContain("the embedded database was lost");
  expect(server.output()).toContain("the embedded database is back");
  expect(await server.stop()).toBe(0);
  expect(await findProcesses(data.dir)).toEqual([]);
  recordPromise({
    promise: "Embedded database killed under load: brought back by the server, data again within 5 s",
    test: "tests/faults/embedded.test.ts",
    figure: `${KILLS} kills, ${samples.length} requests: 0 lost, ${samples.filter(({ status }) => status === 503).length} a 503; data again after at most ${Math.round(Math.max(...backAfterMs))} ms; 0 processes left`,
  });
}, 120_000);
