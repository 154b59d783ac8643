import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs, promisify } from "node:util";
import autocannon from "autocannon";
import { openDatabase, prepareDatabase } from "@/server/database";
import { findFreePort } from "@/server/find-free-port";
import { alignTable } from "@/tests/support/align-table";
import { ensureBuilt } from "@/tests/support/build";
import { runScript } from "@/tests/support/run-script";
import { readProcessorMs } from "./processor";

const USAGE = `usage: npm run bench -- [--rounds 3] [--seconds 4]

Measures answers a second of \`npm start\`, \`next start\`, and a server by Fastify and pg on the same database, in turn, and
the processor time of pages and lists beside that of React alone (Linux); writes the medians to docs/performance.md.`;
const REPORT = "docs/performance.md";
/** A key has 100,000 requests a minute at most. */
const KEYS = 24;

/** `goal`: least ratio of the launcher to Fastify and pg. */
const CASES = [
  { name: "list of prices, cached", path: "/api/prices?country=TR&page_size=50", isCached: true, goal: 6 },
  { name: "list of prices, made anew", path: "/api/prices?country=TR&page_size=50", isCached: false, goal: 0.3 },
  { name: "page of a product, cached", path: "/services/netflix", isCached: true },
  // With more connections hardly a page would be finished within a round.
  { name: "page of a product, made anew", path: "/services/netflix", isCached: false, connections: 4 },
];
/** Made anew, for the processor time of one. */
const COSTS = [
  { name: "home", path: "/" },
  { name: "products", path: "/services" },
  { name: "a product (Netflix)", path: "/services/netflix" },
  { name: "a country", path: "/countries/TR" },
  {
    name: "a comparison",
    path: "/compare?countries=US,TR,DE,IN,BR&products=netflix,spotify,youtube,disney-plus",
  },
  { name: "list of prices", path: "/api/prices?country=TR&page_size=50", isList: true },
  { name: "list of products", path: "/api/services?page_size=50", isList: true },
  { name: "list of histories", path: "/api/history?product=netflix&page_size=50", isList: true },
];
const COUNTED = { pages: 60, lists: 400, warmUp: 20 };
const LAUNCHER = [".next/launcher/start.mjs"];
const NEXT = ["node_modules/next/dist/bin/next", "start"];
const FASTIFY = ["--import", "tsx", "tests/bench/fastify.ts"];

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "4" },
    help: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
if (values.help || !rounds || !seconds) console.log(USAGE);
else await run();

async function run(): Promise<void> {
  await ensureBuilt();
  const dir = await mkdtemp(join(tmpdir(), "price-atlas-bench-"));
  Object.assign(process.env, { DATA_DIR: dir, DATABASE_URL: "" });
  const database = await openDatabase();
  const stops = [database.close, () => rm(dir, { recursive: true, force: true })];
  try {
    await prepareDatabase(database);
    const start = async (args: string[], env: Record<string, string> = {}) => {
      const server = await startServer(args, { DATABASE_URL: database.url, EXPORT_DIR: join(dir, "exports"), ...env });
      stops.unshift(server.stop);
      return server;
    };
    const launcher = await start(LAUNCHER);
    const next = await start(NEXT);
    const freshLauncher = await start(LAUNCHER, { CACHE_MB: "0" });
    const freshNext = await start(NEXT, { CACHE_MB: "0" });
    const fastify = await start(FASTIFY);
    const keys = await createKeys(database.url);
    const rates = CASES.map(() => ({ launcher: [] as number[], next: [] as number[], fastify: [] as number[] }));
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      for (const [at, { path, isCached, connections }] of CASES.entries()) {
        const measured = {
          launcher: await measureRate((isCached ? launcher : freshLauncher).url, path, keys, connections),
          next: await measureRate((isCached ? next : freshNext).url, path, keys, connections),
          fastify: await measureRate(fastify.url, path, keys, connections),
        };
        if (round === 0) continue;
        for (const name of ["launcher", "next", "fastify"] as const) rates[at]?.[name].push(measured[name]);
      }
    }
    const table = alignTable([
      ["Answers a second", "`npm start`", "`next start`", "Fastify and pg", "`npm start` to Fastify", "Goal"],
      ...CASES.map(({ name, goal }, at) => {
        const [ours = 0, plain = 0, peer = 0] = Object.values(rates[at] ?? {}).map(median);
        return [name, ...[ours, plain, peer, ours / peer].map(toFigure), String(goal ?? "")];
      }),
    ]);
    const costs = await measureCosts(freshLauncher, keys, rounds);
    console.log(`${table}\n\n${costs}`);
    await writeReport(`${table}\n\n${costs}`);
  } finally {
    for (const stop of stops) await stop();
  }
}

/** Starts a server on a free port, and waits until it answers. Its output is thrown away. */
async function startServer(args: string[], env: Record<string, string>) {
  const port = await findFreePort("127.0.0.1");
  const child = spawn(process.execPath, ["--conditions=react-server", ...args], {
    // EXPORT_AHEAD: exports that are made meanwhile would be measured, too.
    env: {
      ...process.env,
      NODE_ENV: "production",
      TRUST_PROXY_HOPS: "1",
      EXPORT_AHEAD: "0",
      PORT: String(port),
      ...env,
    },
    stdio: "ignore",
  });
  const exited = once(child, "exit");
  const stop = async () => {
    child.kill();
    await exited;
  };
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/api/prices?country=TR&page_size=50`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`${args.join(" ")} ended with ${child.exitCode}`);
    await sleep(100);
  }
  return { url, stop, pid: child.pid ?? 0 };
}

/** Without the condition of the other programs, under which React renders for itself alone. */
async function measureReact(html: string, times: number): Promise<number> {
  const file = join(process.env.DATA_DIR ?? tmpdir(), "page.html");
  await writeFile(file, html);
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--import",
    "tsx",
    "tests/bench/react-floor.ts",
    file,
    String(times),
  ]);
  return Number(stdout);
}

/** Medians of rounds; React alone renders what the page sent. */
async function measureCosts(server: { url: string; pid: number }, keys: readonly string[], rounds: number) {
  const rows: string[][] = [["Processor milliseconds an answer, made anew", "`npm start`", "React alone", "Size, kB"]];
  for (const { name, path, isList } of COSTS) {
    const times = isList ? COUNTED.lists : COUNTED.pages;
    const ask = async (at: number) => {
      const answer = await fetch(server.url + path, { headers: { "x-api-key": keys[at % keys.length] ?? "" } });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return answer.text();
    };
    for (let at = 0; at < COUNTED.warmUp; at++) await ask(at);
    const costs: number[] = [];
    const floors: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const before = await readProcessorMs(server.pid);
      for (let at = 0; at < times; at++) await ask(at);
      costs.push(((await readProcessorMs(server.pid)) - before) / times);
      if (!isList) floors.push(await measureReact(await ask(0), times));
    }
    const size = Buffer.byteLength(await ask(0)) / 1_000;
    rows.push([name, toFigure(median(costs)), isList ? "" : toFigure(median(floors)), size.toFixed(0)]);
  }
  return alignTable(rows);
}

/** Keys with the highest limit that there is, made as an operator makes them. */
async function createKeys(DATABASE_URL: string): Promise<string[]> {
  const keys: string[] = [];
  for (let at = 0; at < KEYS; at++) {
    const stdout = await runScript("scripts/keys-create.ts", ["--name", `bench ${at}`, "--limit", "100000"], {
      DATABASE_URL,
    });
    const [key] = /\bpa_\w+/.exec(stdout) ?? [];
    if (key === undefined) throw new Error(`keys:create printed no key: ${stdout}`);
    keys.push(key);
  }
  return keys;
}

/** Answers a second over keep-alive connections. Throws when one is not 2xx. */
async function measureRate(url: string, path: string, keys: readonly string[], connections = 32): Promise<number> {
  const requests = keys.map((key) => ({ path, headers: { "x-api-key": key } }));
  const result = await autocannon({ url, duration: seconds, connections, requests });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${url}${path}: ${failed} requests failed`);
  return result["2xx"] / result.duration;
}

function toFigure(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[sorted.length / 2 - 1] ?? upper) + upper) / 2;
}

/** Replaces what stands between the marks of docs/performance.md. */
async function writeReport(table: string): Promise<void> {
  const machine = `${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}`;
  const day = new Date().toISOString().slice(0, 10);
  const text = await readFile(REPORT, "utf8");
  const block = `Run of ${day} on ${machine}.\n\n${table}`;
  await writeFile(REPORT, text.replace(/(<!-- figures -->\n)[\s\S]*(\n<!-- \/figures -->)/, `$1\n${block}\n$2`));
}
