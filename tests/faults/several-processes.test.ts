import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, test as base, beforeAll, expect } from "vitest";
import {
  type Answer,
  type App,
  ask,
  type Deployment,
  deploy,
  end,
  lacksSandbox,
  layOut,
  type ReverseProxy,
  startNginx,
} from "@/tests/support/deployment";
import { countdown } from "@/tests/support/limits";
import { lacks } from "@/tests/support/needs";
import { publishNext } from "@/tests/support/publishes";
import { startRedis, type TestRedis } from "@/tests/support/redis";
import { recordPromise } from "@/tests/support/report-promise";
import { createDatabase } from "@/tests/support/server";

const TEST = "tests/faults/several-processes.test.ts";
const TESTS = "tests of several processes behind nginx";
const isMissing = [lacksSandbox(TESTS), lacks("nginx", TESTS), lacks("redis-server", TESTS)].some(Boolean);
const test = base.skipIf(isMissing);

let redis: TestRedis;
let database: Awaited<ReturnType<typeof createDatabase>>;
let laid: Awaited<ReturnType<typeof layOut>>;
let deployment: Deployment;
let apps: App[];
let nginx: ReverseProxy;
beforeAll(async () => {
  if (isMissing) return;
  redis = await startRedis();
  database = await createDatabase("bundled");
  laid = await layOut();
  const env = { DATABASE_URL: database.url, REDIS_URL: redis.url, PUBLIC_URL: "https://localhost", LOG_LEVEL: "warn" };
  deployment = await deploy(laid.tree, env);
  apps = await Promise.all([deployment.startApp(), deployment.startApp()]);
  nginx = await startNginx(apps);
});
afterAll(async () => {
  if (isMissing) return;
  await nginx[Symbol.asyncDispose]();
  await deployment[Symbol.asyncDispose]();
  await laid[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  await redis[Symbol.asyncDispose]();
});

let used = 0;
const newAddress = () => `127.2.${Math.floor(++used / 250)}.${(used % 250) + 1}`;

test("of 500 anonymous requests from one address exactly 60 are admitted, each remaining once", async () => {
  const from = newAddress();
  const answers: Answer[] = [];
  // The proxy's limit of concurrent requests of an address.
  const workers = Array.from({ length: 50 }, async () => {
    for (let asked = 0; asked < 10; asked++) answers.push(await ask(`${nginx.url}/api/countries`, { from }));
  });
  await Promise.all(workers);
  expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 429]);
  const admitted = answers.filter(({ status }) => status === 200);
  const left = admitted.map(({ headers }) => Number(headers.get("x-ratelimit-remaining"))).sort((a, b) => b - a);
  expect(left).toEqual(countdown(60));
  recordPromise({
    promise: "Two processes behind nginx: of 500 requests from one address exactly 60 are admitted",
    test: TEST,
    figure: `${answers.length} requests, 50 at a time: ${admitted.length} admitted, remaining 59 to 0 once each`,
  });
});

test("a flood from one address is refused by the proxy, in JSON under /api", async () => {
  const from = newAddress();
  const answers = await Promise.all(
    Array.from({ length: 300 }, () => ask(`${nginx.url}/api/export/history.csv`, { from })),
  );
  const refused = answers.filter(({ status, text }) => status === 429 && text.includes('"about:blank"'));
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers } of refused) {
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
});

test("a publish is seen by both", async () => {
  const versions = async () =>
    Promise.all(apps.map(async ({ url }) => (await (await fetch(`${url}/api/health`)).json()).dataset_version));
  const [before] = await versions();
  await publishNext(database.url, 1);
  const publishedAt = performance.now();
  const seenAfterMs = [0, 0];
  while (seenAfterMs.includes(0)) {
    for (const [at, version] of (await versions()).entries())
      if (version !== before) seenAfterMs[at] ||= performance.now() - publishedAt;
    await sleep(20);
  }
  const shown = await ask(`${nginx.url}/api/categories`, { from: newAddress() });
  expect(JSON.parse(shown.text).meta.dataset_version).not.toBe(before);
  recordPromise({
    promise: "Two processes: a publish is seen by both",
    test: TEST,
    figure: `seen after ${seenAfterMs.map(Math.round).join(" and ")} ms`,
  });
});

test("one that is killed costs at most its requests in hand", async () => {
  const [killed] = apps;
  if (killed === undefined) throw new Error("no process");
  const waiting = new Set<number>();
  const inHand: number[] = [];
  const asked: Promise<Answer>[] = [];
  const load = setInterval(() => {
    const number = asked.length;
    waiting.add(number);
    asked.push(
      ask(`${nginx.url}/api/prices?page=${(number % 60) + 1}`, { from: newAddress() }).finally(() =>
        waiting.delete(number),
      ),
    );
  }, 20);
  await sleep(2_000);
  inHand.push(...waiting);
  await end(killed.child);
  await sleep(4_000);
  clearInterval(load);
  const answers = await Promise.all(asked);
  const lost = answers.flatMap(({ status }, number) => (status === 200 ? [] : [number]));
  expect(lost.filter((number) => !inHand.includes(number))).toEqual([]);
  recordPromise({
    promise: "Two processes behind nginx: one that is killed costs at most its requests in hand",
    test: TEST,
    figure: `${answers.length} requests, ${inHand.length} in hand when one was killed: ${lost.length} lost`,
  });
});

test("while no process is left, pages are those that the proxy kept, and the API says 503 in JSON", async () => {
  const page = await ask(`${nginx.url}/services/netflix`);
  expect(page.status).toBe(200);
  for (const { child } of apps) await end(child);
  // Entries are fresh for 2 s, and stale afterwards.
  await sleep(2_500);
  expect(await ask(`${nginx.url}/services/netflix`)).toMatchObject({ status: 200, text: page.text });
  const answer = await ask(`${nginx.url}/api/countries`, { from: newAddress() });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([503, "application/problem+json"]);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
});
