import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createKey } from "@/lib/access/keys/mutations";
import { get } from "../support/api";
import { type Cuttable, makeCuttable } from "../support/cuttable";
import { databaseUrl, startServer } from "../support/server";
import type { ServerProcess } from "../support/spawn-server";

const PATH = "/api/key";

let way: Cuttable;
let server: ServerProcess;
beforeAll(async () => {
  vi.stubEnv("DATABASE_URL", databaseUrl);
  way = await makeCuttable(databaseUrl);
  server = await startServer({ DATABASE_URL: way.url, LOG_LEVEL: "silent" });
}, 120_000);
afterAll(async () => {
  way.restore();
  await server.stop();
  await way[Symbol.asyncDispose]();
});

const ask = async (token: string) => (await get(PATH, { base: server.url, headers: { "x-api-key": token } })).status;
const issue = async () =>
  (await createKey({ name: "outage", owner: "tests", requests_per_minute: 1_000 }, { staffId: null })).token;

test("while the database is away, keys that were seen work and others are a 503; then all do", async () => {
  const [seen, unseen] = [await issue(), await issue()];
  expect(await ask(seen)).toBe(200);
  way.cut();
  // Longer than the cache of a key.
  await sleep(4_500);
  for (let time = 0; time < 10; time++) {
    const started = performance.now();
    expect(await Promise.all([ask(seen), ask(unseen), ask(seen), ask(unseen)])).toEqual([200, 503, 200, 503]);
    expect(performance.now() - started).toBeLessThan(3_000);
  }
  expect(await ask("pa_live_mistyped")).toBe(401);
  way.restore();
  const deadline = Date.now() + 5_000;
  while ((await ask(unseen)) !== 200 && Date.now() < deadline) await sleep(100);
  expect([await ask(seen), await ask(unseen)]).toEqual([200, 200]);
}, 60_000);
