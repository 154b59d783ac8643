import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
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
const FIRST_USES = [
  "/api/health",
  "/search?q=x",
  "/docs/call?operation=listPrices",
  "/icons/0.png",
  "/invented/0",
  "/_next/0",
  "/compare/image?products=0",
  "/services/netflix/opengraph-image",
  "/api/compare?products=a&countries=zz",
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
])(
  "%s, from one address and from fifty, without a proxy: answered again at its end",
  { timeout: 300_000 },
  async (kind) => {
    const before = await readResidentBytes();
    const figures: string[] = [];
    for (const addresses of [1, 50]) {
      const toll = await attack({ base: server.url, kind, addresses, seconds: SECONDS });
      const endedAt = performance.now();
      expect((await get(CACHED, { base: server.url, headers: { "x-api-key": token } })).status).toBe(200);
      const seconds = (performance.now() - endedAt) / 1_000;
      expect(server.child.exitCode).toBeNull();
      expect(Object.keys(toll.statuses).filter((status) => !/^[234]|^503$/.test(status))).toEqual([]);
      const statuses = Object.entries(toll.statuses).map(([status, count]) => `${count} x ${status}`);
      figures.push(`${addresses}: answered after ${seconds.toFixed(1)} s (${statuses.join(", ")})`);
    }
    await sleep(REST_MS);
    const ratio = (await readResidentBytes()) / before;
    if (isLong) expect(ratio).toBeLessThan(1.2);
    recordPromise({
      promise: `One caller does not end the bare launcher: ${kind}`,
      test: "tests/faults/one-caller.test.ts",
      figure: `${SECONDS} s from each number of addresses; ${figures.join("; ")}; memory after a minute x ${ratio.toFixed(2)}`,
    });
  },
);

/** Outcome of an attack. */
async function attack(options: Attack): Promise<Toll> {
  const script = join(import.meta.dirname, "../support/attack.ts");
  const child = spawn(process.execPath, ["--import", "tsx", script], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "message");
  child.send(options);
  const [toll] = await ended;
  return toll;
}

async function readResidentBytes(): Promise<number> {
  const status = await readFile(`/proc/${server.child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024;
}
