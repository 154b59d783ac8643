import { createClient } from "@redis/client";
import { Redis, type Requester } from "@upstash/redis";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runScript } from "@/lib/access/limits/sliding-window";
import { isSetBack, takeOne, type Usage } from "@/lib/access/limits/window";
import { startRedis, type TestRedis } from "../support/redis";

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
const traffic = fc.record({
  limits: fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 61, max: 100 })), {
    minLength: 1,
    maxLength: 3,
  }),
  // Backwards too: the clocks of processes differ, and are set back.
  gaps: fc.array(
    fc.oneof(
      fc.integer({ min: -200_000, max: 0 }),
      fc.constant(0),
      fc.integer({ min: -20, max: 900 }),
      fc.integer({ min: 0, max: 130_000 }),
    ),
    {
      minLength: 1,
      maxLength: 120,
    },
  ),
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
        expect(await runScript(redis, `caller:${caller}`, limit, now)).toEqual(expected);
        // A refusal is not written down, neither here nor there, unless the clock was set back.
        if (expected.admitted || (usage && isSetBack(usage, now))) usage = expected.usage;
      }
    }),
    { numRuns: 60 },
  );
});

test("the script is loaded again where it was forgotten", async () => {
  await runScript(redis, "forgotten", 60, START);
  await client.sendCommand(["SCRIPT", "FLUSH"]);
  expect(await runScript(redis, "forgotten", 60, START)).toMatchObject({ usage: [START, 2] });
});

test("a caller is forgotten a window after the last request that counts", async () => {
  await runScript(redis, "idle", 1, START);
  await runScript(redis, "idle", 1, START);
  const left = await client.sendCommand<number>(["PTTL", "idle"]);
  expect(left).toBeGreaterThan(55_000);
  expect(left).toBeLessThanOrEqual(60_000);
});
