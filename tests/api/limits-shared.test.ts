import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@redis/client";
import { afterAll, test as base, beforeAll, describe, expect } from "vitest";
import { get, newSender, type Reply } from "../support/api";
import { isLong } from "../support/fault-scale";
import { admitted, countdown, flood, remaining } from "../support/limits";
import { lacks } from "../support/needs";
import { startRedis, type TestRedis } from "../support/redis";
import { recordPromise } from "../support/report-promise";
import { startServer } from "../support/server";
import { letPass, shiftable } from "../support/shifted-clock";
import type { ServerProcess } from "../support/spawn-server";
import { startUpstashBridge, type UpstashBridge } from "../support/upstash-bridge";

/** Cached, so that a slow database does not affect this test. */
const PATH = "/api/services";
const TEST = "tests/api/limits-shared.test.ts";
const from = (sender: string) => ({ "x-forwarded-for": sender });

const test = base.skipIf(lacks("redis-server", "limiter tests on Redis"));

let redis: TestRedis;
let bridge: UpstashBridge;
/** In short runs the clocks of servers and Redis are moved instead of waiting. */
const clock = isLong ? {} : shiftable;
let servers: ServerProcess[];
let overRest: ServerProcess;
beforeAll(async () => {
  redis = await startRedis();
  bridge = await startUpstashBridge(redis.url);
  const rest = {
    ...clock,
    // This process answers as Upstash, and has much else to do.
    REDIS_TIMEOUT_MS: "5000",
    UPSTASH_REDIS_REST_URL: bridge.url,
    UPSTASH_REDIS_REST_TOKEN: bridge.token,
  };
  const native = { ...clock, REDIS_URL: redis.url };
  servers = await Promise.all([startServer(native), startServer(native)]);
  overRest = await startServer(rest);
  await Promise.all([...bases(), overRest.url].map(warmUp));
});
afterAll(async () => {
  await Promise.all([...servers, overRest].map((server) => server.stop()));
  await bridge[Symbol.asyncDispose]();
  await redis[Symbol.asyncDispose]();
});
const bases = () => servers.map(({ url }) => url);

/** A new server asks the database first, which must not be measured. */
async function warmUp(base: string): Promise<void> {
  for (let tries = 0; tries < 40; tries++) {
    if ((await get(PATH, { base, headers: from(newSender()) })).status === 200) return;
    await sleep(500);
  }
  throw new Error(`${base} does not answer`);
}

describe("processes that share a Redis", () => {
  test("of 500 requests at once to two of them exactly 60 are answered, with every remaining once", async () => {
    const sender = newSender();
    const replies = await flood(bases(), 500, PATH, () => from(sender));
    expect(remaining(admitted(replies))).toEqual(countdown(60));
    recordPromise({
      promise: "Limiter: two processes that share a Redis admit one limit together",
      test: TEST,
      figure: `${replies.length} requests at once to both: ${admitted(replies).length} admitted, remaining 59 to 0 once each`,
    });
  });

  test("the same over Upstash's REST API, which shares the counts", async () => {
    const sender = newSender();
    // Sent in small groups, because this process also answers as Upstash.
    const replies = [];
    for (let batch = 0; batch < 10; batch++)
      replies.push(...(await flood([overRest.url, ...bases()], 10, PATH, () => from(sender))));
    expect(remaining(admitted(replies))).toEqual(countdown(60));
  });

  test("a key with limit 120 is admitted exactly 120 times, whoever sends it, and leaves anonymous limits alone", async () => {
    const token = await issue(120);
    const replies = await flood(bases(), 400, PATH, () => ({ ...from(newSender()), "x-api-key": token }));
    expect(remaining(admitted(replies))).toEqual(countdown(120));
    expect(replies[0]?.headers.get("ratelimit-policy")).toBe('"key";q=120;w=60');
    const sender = newSender();
    await get(PATH, { base: bases()[0] ?? "", headers: { ...from(sender), "x-api-key": token } });
    const anonymous = await get(PATH, { base: bases()[0] ?? "", headers: from(sender) });
    expect(anonymous.headers.get("x-ratelimit-remaining")).toBe("59");
  });

  test("each key has its own limit and counts", async () => {
    const small = await issue(3);
    const big = await issue(7);
    const replies = await flood(bases(), 40, PATH, (at) => ({ "x-api-key": at % 4 < 2 ? small : big }));
    const limits = admitted(replies).map(({ headers }) => headers.get("x-ratelimit-limit"));
    expect(limits.sort()).toEqual([...Array(3).fill("3"), ...Array(7).fill("7")]);
  });

  test("what is kept in Redis is no more than a count, for a minute at most", async () => {
    const client = createClient({ url: redis.url });
    await client.connect();
    const token = await issue(5);
    await get(PATH, { base: bases()[0] ?? "", headers: { "x-api-key": token } });
    const keys = await client.sendCommand<string[]>(["KEYS", "*"]);
    expect(keys.some((key) => key.startsWith("price-atlas:key:"))).toBe(true);
    expect(keys.join()).not.toContain(token);
    for (const key of keys) expect(await client.sendCommand<number>(["PTTL", key])).toBeGreaterThan(0);
    client.destroy();
  });
});

describe("without its Redis", () => {
  test("a process goes on limiting at once, and shares again within 10 s of its return", async () => {
    const sender = newSender();
    const used = await flood(bases(), 20, PATH, () => from(sender));
    expect(admitted(used)).toHaveLength(20);

    const underLoad = load(bases());
    await sleep(1_000);
    await redis.kill();
    const away = await flood(bases(), 400, PATH, () => from(sender));
    await sleep(2_000);
    await redis.restart();
    const sharedAgainMs = await until(async () => {
      const other = newSender();
      const left = [];
      for (const base of bases()) left.push(await get(PATH, { base, headers: from(other) }));
      return remaining(left).join() === "59,58";
    });
    const answers = await underLoad.stop();

    expect(admitted(away).length).toBeGreaterThan(0);
    expect(admitted(away).length).toBeLessThanOrEqual(2 * 60 - 20);
    expect(answers.length).toBeGreaterThan(0);
    const kinds = new Set([...answers, ...away].map(({ status }) => status));
    expect([...kinds].sort()).toEqual([200, 429]);
    for (const server of servers) {
      expect(server.output().match(/the store of the limits is away/g)).toHaveLength(1);
    }
    recordPromise({
      promise: "Redis killed under load: no 500, at most the limit for each process, shared again",
      test: TEST,
      figure: `${answers.length + away.length} requests while it was killed and came back: 0 of them a 5xx; one caller got 20 before and ${admitted(away).length} after, of 60 a process; shared again after ${Math.round(sharedAgainMs)} ms`,
    });
  });

  test("a Redis that hangs holds nobody up, and nobody gets in over the limit", async () => {
    const sender = newSender();
    await flood(bases(), 60, PATH, () => from(sender));
    redis.freeze();
    try {
      const replies = await flood(bases(), 60, PATH, () => from(sender));
      expect(new Set(replies.map(({ status }) => status))).toContain(429);
      expect(replies.every(({ status }) => status < 500)).toBe(true);
      expect(admitted(replies).length).toBeLessThanOrEqual(60);
    } finally {
      redis.resume();
    }
    await until(async () => {
      const other = newSender();
      const left = [];
      for (const base of bases()) left.push(await get(PATH, { base, headers: from(other) }));
      return remaining(left).join() === "59,58";
    });
  });
});

test("a process counts in its Redis from its first request, however slowly that is reached", async () => {
  const slow = createServer((client) => {
    const upstream = connect(redis.port, "127.0.0.1");
    for (const socket of [client, upstream]) socket.on("error", () => {});
    upstream.pipe(client);
    // Longer than a request waits for a decision.
    setTimeout(() => client.pipe(upstream), 700);
  });
  await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
  const address = slow.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  try {
    await using server = await startServer({ REDIS_URL: `redis://127.0.0.1:${port}` });
    const caller = from(newSender());
    const [first] = remaining([await get(PATH, { base: server.url, headers: caller })]);
    const [second] = remaining([await get(PATH, { base: bases()[0] ?? "", headers: caller })]);
    expect([first, second]).toEqual([59, 58]);
  } finally {
    slow.close();
  }
});

test("after Retry-After seconds a refused caller is admitted, with Redis and without", async () => {
  await using alone = await startServer(clock);
  const ways = [...servers.slice(0, 1), overRest, alone];
  const refused = await Promise.all(
    ways.map(async (server) => {
      await warmUp(server.url);
      const caller = from(newSender());
      const ask = () => get(PATH, { base: server.url, headers: caller });
      let reply = await ask();
      // One after the other: concurrent requests could be admitted when a window ends.
      for (let asked = 1; reply.status === 200 && asked < 200; asked++) reply = await ask();
      expect(reply.status).toBe(429);
      const seconds = Number(reply.headers.get("retry-after"));
      expect(seconds).toBeGreaterThan(0);
      return { ask, seconds };
    }),
  );
  const waited = refused.map(({ seconds }) => seconds);
  const waitMs = Math.max(...waited) * 1_000;
  if (isLong) await sleep(waitMs);
  else
    await Promise.all([
      redis.letPass(waitMs),
      ...[...servers, overRest, alone].map((server) => letPass(server, waitMs)),
    ]);
  for (const { ask } of refused) expect((await ask()).status).toBe(200);
  recordPromise({
    promise: "Limiter: a refused caller who comes back after Retry-After is admitted",
    test: TEST,
    figure: `in memory, over Redis, over Upstash: refused, admitted after ${waited.join(", ")} s`,
  });
});

async function issue(requestsPerMinute: number): Promise<string> {
  const { createKey } = await import("@/lib/access/keys/mutations");
  const input = { name: `limit ${requestsPerMinute}`, owner: "tests", requests_per_minute: requestsPerMinute };
  return (await createKey(input, { staffId: null })).token;
}

function load(targets: string[]) {
  let isOver = false;
  const answers: Reply[] = [];
  const runs = targets.map(async (base) => {
    while (!isOver) {
      answers.push(await get(PATH, { base }));
      await sleep(20);
    }
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(runs);
      return answers;
    },
  };
}

/** Returns the milliseconds waited. */
async function until(isSo: () => Promise<boolean>): Promise<number> {
  const started = performance.now();
  while (!(await isSo())) {
    if (performance.now() - started > 60_000) throw new Error("did not become so within 60 s");
    await sleep(100);
  }
  return performance.now() - started;
}
