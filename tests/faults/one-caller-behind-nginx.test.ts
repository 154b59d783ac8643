import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, test as base, beforeAll, expect } from "vitest";
import type { Attack, Toll } from "@/tests/support/attack";
import {
  ask,
  type Deployment,
  deploy,
  lacksSandbox,
  layOut,
  type ReverseProxy,
  startNginx,
} from "@/tests/support/deployment";
import { lacks } from "@/tests/support/needs";
import { recordPromise } from "@/tests/support/report-promise";
import { databaseUrl } from "@/tests/support/server";

const TESTS = "tests of floods behind nginx";
const isMissing = [lacksSandbox(TESTS), lacks("nginx", TESTS)].some(Boolean);
const test = base.skipIf(isMissing);

const SECONDS = 20;
const EVERY_MS = 50;
/** By which others may wait longer than in the quiet just before. */
const MOST_TIMES = 25;

let laid: Awaited<ReturnType<typeof layOut>>;
let deployment: Deployment;
let nginx: ReverseProxy;
beforeAll(async () => {
  if (isMissing) return;
  laid = await layOut();
  deployment = await deploy(laid.tree, { DATABASE_URL: databaseUrl, PUBLIC_URL: "https://localhost" });
  nginx = await startNginx([await deployment.startApp()], { isPlain: true });
});
afterAll(async () => {
  if (isMissing) return;
  await nginx[Symbol.asyncDispose]();
  await deployment[Symbol.asyncDispose]();
  await laid[Symbol.asyncDispose]();
});

test.each(["one packet for one page", "one packet for a thousand pages", "queries of 8 KB", "what is not cached"])(
  "%s, from one address: others' cached answers go on coming",
  async (kind) => {
    const quiet = toP95(await measureUntil(sleep(SECONDS * 250)));
    const figures = [];
    for (const addresses of [1, 50]) {
      const [toll, durations] = await attack({ base: nginx.url, kind, addresses, seconds: SECONDS });
      figures.push({ addresses, p95: toP95(durations), statuses: toll.statuses });
    }
    for (const { p95 } of figures) expect(p95 / quiet, JSON.stringify({ quiet, figures })).toBeLessThan(MOST_TIMES);
    const texts = figures.map(({ addresses, p95, statuses }) => {
      const counts = Object.entries(statuses).map(([status, count]) => `${count} x ${status}`);
      return `${addresses}: ${Math.round(p95)} ms at p95 (${counts.join(", ")})`;
    });
    recordPromise({
      promise: `Behind nginx one caller never stops the others: ${kind}`,
      test: "tests/faults/one-caller-behind-nginx.test.ts",
      figure: `${Math.round(quiet)} ms at p95 before; ${SECONDS} s from each number of addresses; ${texts.join("; ")}`,
    });
  },
);

/** Times in ms of cached answers to other addresses. */
async function attack(options: Attack): Promise<[Toll, number[]]> {
  const script = resolve("tests/support/attack.ts");
  const child = spawn(process.execPath, ["--import", "tsx", script], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "message");
  child.send(options);
  const durations = await measureUntil(ended);
  const [toll] = await ended;
  return [toll, durations];
}

const toP95 = (durations: number[]) =>
  durations.sort((a, b) => a - b)[Math.floor(durations.length * 0.95)] ?? Number.NaN;

async function measureUntil(end: Promise<unknown>): Promise<number[]> {
  const durations: number[] = [];
  let isOver = false;
  void end.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    durations.push(await measure());
    await sleep(EVERY_MS);
  }
  return durations;
}

let measured = 0;
async function measure(): Promise<number> {
  // 60 a minute from each address.
  const from = `127.3.0.${1 + (Math.floor(measured++ / 50) % 250)}`;
  const startedAt = performance.now();
  expect((await ask(`${nginx.url}/api/prices?country=TR&page_size=25`, { from })).status).toBe(200);
  return performance.now() - startedAt;
}
