import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { Agent, get as ask } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createKey } from "@/lib/access/keys/mutations";
import { get } from "@/tests/support/api";
import type { Attack, Toll } from "@/tests/support/attack";
import { isLong, scale } from "@/tests/support/fault-scale";
import { recordPromise } from "@/tests/support/report-promise";
import { databaseUrl, startServer } from "@/tests/support/server";
import type { ServerProcess } from "@/tests/support/spawn-server";

const SECONDS = scale(20, 2);
const REST_MS = scale(60_000, 1_000);
const EVERY_MS = 50;
const FIRST_USES = [
  ...["/api/health", "/search?q=x", "/docs/call?operation=listPrices", "/icons/0.png", "/invented/0", "/_next/0"],
  ...["/compare/image?products=0", "/services/netflix/opengraph-image", "/api/compare?products=a&countries=zz"],
];
const CACHED = "/api/prices?country=TR&page_size=25";

let server: ServerProcess;
let token: string;
beforeAll(async () => {
  vi.stubEnv("DATABASE_URL", databaseUrl);
  ({ token } = await createKey({ name: "victim", owner: "tests", requests_per_minute: 100_000 }, { staffId: null }));
  server = await startServer({ TRUST_PROXY_HOPS: "0", CACHE_MB: "16" });
  // Fills the cache and loads all modules first, so that their memory is not counted as the attack's.
  for (let at = 0; at < scale(200, 5); at++) await get(`/services?q=before${at}`, { base: server.url });
  for (const path of FIRST_USES) await get(path, { base: server.url });
}, 240_000);
afterAll(() => server.stop());

test.each([
  "one packet for one page",
  "one packet for a thousand pages",
  "queries of 8 KB",
  "languages of 24 KB",
  "what is not cached",
])("%s, from one address and from fifty: another's cached answer comes as ever", { timeout: 300_000 }, async (kind) => {
  const before = await readResidentBytes();
  const figures: string[] = [];
  for (const addresses of [1, 50]) {
    const [toll, durations] = await attack({ base: server.url, kind, addresses, seconds: SECONDS });
    expect(toll.lost).toBe(0);
    expect(Object.keys(toll.statuses).filter((status) => !/^[234]|^503$/.test(status))).toEqual([]);
    const p95 = durations.sort((a, b) => a - b)[Math.floor(durations.length * 0.95)] ?? Number.NaN;
    if (isLong) expect(p95).toBeLessThan(100);
    const statuses = Object.entries(toll.statuses).map(([status, count]) => `${count} x ${status}`);
    figures.push(`${addresses}: ${Math.round(p95)} ms at p95 (${statuses.join(", ")})`);
  }
  await sleep(REST_MS);
  const ratio = (await readResidentBytes()) / before;
  if (isLong) expect(ratio).toBeLessThan(1.2);
  recordPromise({
    promise: `One caller never stops the others: ${kind}`,
    test: "tests/faults/one-caller.test.ts",
    figure: `${SECONDS} s from each number of addresses; ${figures.join("; ")}; 0 lost; memory after a minute x ${ratio.toFixed(2)}`,
  });
});

/** Times in ms of cached answers to another address. */
async function attack(options: Attack): Promise<[Toll, number[]]> {
  const script = join(import.meta.dirname, "../support/attack.ts");
  const child = spawn(process.execPath, ["--import", "tsx", script], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "message");
  child.send(options);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const durations: number[] = [];
  let isOver = false;
  const measuring = (async () => {
    while (!isOver) {
      durations.push(await measure(agent));
      await sleep(EVERY_MS);
    }
  })();
  const [toll] = await ended;
  isOver = true;
  await measuring;
  agent.destroy();
  return [toll, durations];
}

function measure(agent: Agent): Promise<number> {
  const startedAt = performance.now();
  const options = { agent, localAddress: "127.0.0.250", headers: { "x-api-key": token } };
  return new Promise((resolve, reject) => {
    ask(`${server.url}${CACHED}`, options, (response) => {
      expect(response.statusCode).toBe(200);
      response.resume().on("end", () => resolve(performance.now() - startedAt));
    }).on("error", reject);
  });
}

async function readResidentBytes(): Promise<number> {
  const status = await readFile(`/proc/${server.child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024;
}
