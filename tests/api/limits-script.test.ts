import { createClient } from "@redis/client";
import { Redis, type Requester } from "@upstash/redis";
import fc from "fast-check";
import { afterAll, test as base, beforeAll, expect } from "vitest";
import { NOW, readReply, SCRIPT, slidingWindow } from "@/lib/access/limits/sliding-window";
import { EXACT_LIMIT, GROUP_MS, takeOne, type Usage, WINDOW_SECONDS } from "@/lib/access/limits/window";
import { lacks } from "../support/needs";
import { startRedis, type TestRedis } from "../support/redis";

const test = base.skipIf(lacks("redis-server", "limiter tests on Redis"));

let server: TestRedis;
let client: ReturnType<typeof createClient>;
let redis: Redis;
beforeAll(async () => {
  server = await startRedis();
  client = createClient({ url: server.url });
  await client.connect();
  const requester: Requester = {
    request: async <T>({ body }: { body?: unknown }) => ({
      result: await client.sendCommand<T>(Array.isArray(body) ? body.map(String) : []),
    }),
  };
  redis = new Redis(requester);
});
afterAll(async () => {
  client.destroy();
  await server[Symbol.asyncDispose]();
});

const START = 1_795_000_012_345;
const ARGS = [WINDOW_SECONDS * 1000, EXACT_LIMIT, GROUP_MS];

/** Replaces only the clock of the script. */
async function runAt(now: number, key: string, limit: number) {
  const script = SCRIPT.replace(NOW, "tonumber(ARGV[5])");
  expect(script).not.toContain("TIME");
  return readReply(await redis.eval<number[], [number, string, number]>(script, [key], [limit, ...ARGS, now]));
}

async function take(key: string, limit: number) {
  const usages: Usage[] = [];
  const { limit: run } = slidingWindow(limit, (_, usage) => void usages.push(usage))();
  const { success, remaining, reset } = await run({ redis, prefix: "" }, key);
  return { success, remaining, reset, usage: usages.at(-1) };
}

const traffic = fc.record({
  limits: fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 61, max: 100 })), {
    minLength: 1,
    maxLength: 3,
  }),
  gaps: fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 130_000 })), {
    minLength: 1,
    maxLength: 120,
  }),
});

test("a stock Redis decides and remembers as the process does, whatever the traffic and the limits", async () => {
  let caller = 0;
  await fc.assert(
    fc.asyncProperty(traffic, async ({ limits, gaps }) => {
      caller += 1;
      let now = START;
      let usage: Usage | undefined;
      for (const [at, gap] of gaps.entries()) {
        now += gap;
        const limit = limits[at % limits.length] ?? 1;
        const expected = takeOne(usage, limit, now);
        expect(await runAt(now, `caller:${caller}`, limit)).toEqual({ ...expected, now });
        // Neither side records a refusal.
        if (expected.admitted) usage = expected.usage;
      }
    }),
    { numRuns: 60 },
  );
});

test.each([3_000, 60_000, 3_600_000])("a clock of Redis that is set back by %i ms locks nobody out", async (back) => {
  for (let at = 0; at < 60; at++) expect(await runAt(START + at, `back:${back}`, 60)).toMatchObject({ admitted: true });
  expect(await runAt(START + 60, `back:${back}`, 60)).toMatchObject({ admitted: false });
  const after = await Promise.all(
    Array.from({ length: 100 }, (_, at) => runAt(START + 60 - back + at, `back:${back}`, 60)),
  );
  expect(after.filter(({ admitted }) => admitted)).toHaveLength(60);
});

test("the script is loaded again where it was forgotten", async () => {
  await take("forgotten", 60);
  await client.sendCommand(["SCRIPT", "FLUSH"]);
  expect(await take("forgotten", 60)).toMatchObject({ success: true, remaining: 58 });
});

test("the clock is that of Redis, whatever the process believes", async () => {
  const readClock = async () => Number((await client.sendCommand<string[]>(["TIME"]))[0]) * 1000;
  const before = await readClock();
  const { usage } = await take("clock", 60);
  expect(usage?.[0]).toBeGreaterThanOrEqual(before);
  // The clock is read in whole seconds.
  expect(usage?.[0]).toBeLessThan((await readClock()) + 1_000);
});

test("a caller is forgotten a window after the last request that counts", async () => {
  const { usage } = await take("idle", 1);
  expect(await take("idle", 1)).toMatchObject({ success: false, remaining: 0 });
  const forgottenAt = await client.sendCommand<number>(["PEXPIRETIME", "idle"]);
  expect(forgottenAt - (usage?.[0] ?? 0)).toBeCloseTo(60_000, -2);
});
