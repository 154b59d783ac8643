import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { get } from "@/tests/support/api";
import { scale } from "@/tests/support/fault-scale";
import { type OwnCluster, startOwnCluster } from "@/tests/support/own-cluster";
import { recordPromise } from "@/tests/support/report-promise";
import { startServer } from "@/tests/support/server";
import type { ServerProcess } from "@/tests/support/spawn-server";
import { type Sample, startLoad } from "@/tests/support/steady-load";

const PER_SECOND = 50;
const OUTAGE_MS = scale(30_000, 3_000);

let cluster: OwnCluster;
let server: ServerProcess;
beforeAll(async () => {
  cluster = await startOwnCluster();
  server = await startServer({ DATABASE_URL: cluster.url });
}, 120_000);
afterAll(async () => {
  await cluster.thaw();
  await server.stop();
  await cluster[Symbol.asyncDispose]();
});

const ASKED_BEFORE = [
  "/api/countries",
  "/api/services?page_size=5",
  "/api/compare?products=netflix&countries=US,TR",
  "/",
  "/services/netflix",
];
let asked = 0;

/** Half of the addresses are cached, the others new; every twentieth is a page. */
function choose(at: number) {
  if (at % 2 === 0) return { kind: "asked before", path: ASKED_BEFORE[(at / 2) % ASKED_BEFORE.length] ?? "" };
  asked += 1;
  if (at % 20 === 9) return { kind: "new page", path: `/services?q=${asked}` };
  return { kind: "new", path: `/api/prices?page_size=${1 + (asked % 100)}&page=${1 + Math.floor(asked / 100)}` };
}

test.each<[name: string, outageMs: number, breakIt: () => Promise<void>, mendIt: () => Promise<void>]>([
  ["restarted", 0, () => cluster.stop(), () => cluster.start()],
  ["stopped", OUTAGE_MS, () => cluster.stop(), () => cluster.start()],
  ["frozen", OUTAGE_MS, () => cluster.freeze(), () => cluster.thaw()],
])(
  "with the database %s, every request is answered, with data or a 503, and with data again when it is back",
  async (name, outageMs, breakIt, mendIt) => {
    for (const path of ASKED_BEFORE) await get(path, { base: server.url });
    const load = startLoad(server.url, PER_SECOND, choose);
    await sleep(2_000);
    const goneAtMs = load.elapsedMs();
    await breakIt();
    await sleep(outageMs);
    await mendIt();
    const backAtMs = load.elapsedMs();
    await expect
      .poll(() => get("/api/prices?page_size=1", { base: server.url }).then(({ status }) => status), {
        timeout: 60_000,
      })
      .toBe(200);
    await sleep(2_000);
    const samples = await load.stop();

    expect(samples.map(toFault).filter((fault) => fault !== null)).toEqual([]);
    const during = samples.filter(({ sentAtMs }) => sentAtMs > goneAtMs && sentAtMs < backAtMs);
    expect(during.filter(({ kind, status }) => kind === "asked before" && status !== 200).map(toFault)).toEqual([]);
    if (outageMs > 0) expect(during.some(({ status }) => status === 503)).toBe(true);
    const slowestMs = Math.max(...during.map(({ durationMs }) => durationMs));
    const readable = samples.filter(
      ({ kind, sentAtMs, status }) => kind === "new" && sentAtMs > backAtMs && status === 200,
    );
    const backAfterMs = Math.max(
      0,
      Math.min(...readable.map(({ sentAtMs, durationMs }) => sentAtMs + durationMs)) - backAtMs,
    );
    expect(server.child.exitCode).toBeNull();
    recordPromise({
      promise: `Database ${name} under ${PER_SECOND} requests/s: every request answered, data again after its return`,
      test: "tests/faults/database.test.ts",
      figure: [
        `${samples.length} requests, ${during.length} of them in ${Math.round((backAtMs - goneAtMs) / 100) / 10} s without it`,
        `0 lost, ${count(during, 200)} with data, among them all ${during.filter(({ kind }) => kind === "asked before").length} that were asked before, ${count(during, 503)} a 503`,
        `slowest ${Math.round(slowestMs)} ms, data again after ${Math.round(backAfterMs)} ms`,
      ].join("; "),
    });
  },
  120_000,
);

function toFault({ kind, path, status, headers, text }: Sample): string | null {
  if (status === 200) return null;
  const type = kind === "new page" ? "text/html; charset=utf-8" : "application/problem+json; charset=utf-8";
  const isGood =
    status === 503 && /^\d+$/.test(headers["retry-after"] ?? "") && headers["cache-control"] === "no-store";
  const isOurs =
    headers["content-type"] === type &&
    !/prisma|postgresql:|ECONN|node_modules|__next_error|\n\s+at \S+ \(/i.test(text);
  return isGood && isOurs ? null : `${path}: ${status} ${JSON.stringify(headers)} ${text.slice(0, 200)}`;
}

function count(samples: Sample[], status: number): number {
  return samples.filter((sample) => sample.status === status).length;
}
