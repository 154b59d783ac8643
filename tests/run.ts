import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { ensureBuilt, ensureClient } from "@/server/build";
import { startHarness } from "./support/start-harness";

// npm test: runs everything that CI requires. The last line has the total; the exit code is 1 when anything failed.
type Count = { passed: number; failed: number };
type Stage = [name: string, run: () => Promise<Count>];

const VitestReport = z
  .object({ numPassedTests: z.int(), numFailedTests: z.int() })
  .transform((report): Count => ({ passed: report.numPassedTests, failed: report.numFailedTests }));
const PlaywrightReport = z
  .object({ stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }) })
  .transform(({ stats }): Count => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }));

const reports = await mkdtemp(join(tmpdir(), "price-atlas-reports-"));
const running = new Set<ChildProcess>();
let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    isInterrupted = true;
    for (const child of running) child.kill(signal);
  });
}

const closers: (() => Promise<void>)[] = [];

/** Takes one processor for most of its time; the checks run on the other. */
const build: Stage[] = [
  ["build", () => check(ensureBuilt())],
  ["server", () => check(prepareServer())],
];
const checks: Stage[] = [
  ["types", () => check(run("tsc", ["--noEmit"]))],
  ["lint", () => check(run("biome", ["check", "--error-on-warnings", "."]))],
  ["unused code and packages", () => check(run("knip", []))],
  ["rules", () => runVitest("rules")],
];
const throughTheServer: Stage[] = [
  ["API", () => runVitest("api")],
  ["browser", runPlaywright],
];

const total: Count = { passed: 0, failed: 0 };
const startedAt = Date.now();
await runInTurn([["client", () => check(ensureClient())]]);
await Promise.all([runInTurn(build), runInTurn(checks)]);
if (process.env.TEST_HARNESS) await runInTurn(throughTheServer);
for (const close of closers) await close();
await rm(reports, { recursive: true });
console.log(`\n${toSeconds(startedAt)} s`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && !isInterrupted ? 0 : 1);

async function runInTurn(stages: Stage[]): Promise<void> {
  for (const [name, runStage] of stages) {
    if (isInterrupted) return;
    console.log(`\n== ${name}`);
    const startedAt = Date.now();
    const { passed, failed } = await runStage();
    total.passed += passed;
    total.failed += failed;
    console.log(`== ${name}: ${passed} passed, ${failed} failed, ${toSeconds(startedAt)} s`);
  }
}

function toSeconds(startedAt: number): number {
  return Math.round((Date.now() - startedAt) / 1000);
}

/** The PostgreSQL and the server that the tests of the API and those in the browser read from. */
async function prepareServer(): Promise<void> {
  const { harness, stop } = await startHarness();
  closers.push(stop);
  process.env.TEST_HARNESS = JSON.stringify(harness);
}

function runVitest(project: string): Promise<Count> {
  const file = join(reports, `${project}.json`);
  const args = ["run", `--project=${project}`, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  return count(run("vitest", args), VitestReport, file);
}

function runPlaywright(): Promise<Count> {
  const file = join(reports, "browser.json");
  const args = ["test", "--config=tests/e2e/playwright.config.ts", "--reporter=list,json"];
  return count(run("playwright", args, { PLAYWRIGHT_JSON_OUTPUT_FILE: file }), PlaywrightReport, file);
}

/** Runs a program of node_modules/.bin. Throws when it fails. */
function run(program: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const child = spawn(join("node_modules/.bin", program), args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  running.add(child);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      running.delete(child);
      if (code === 0) resolve();
      else reject(new Error(`${program} ended with ${code}`));
    });
  });
}

async function check(work: Promise<void>): Promise<Count> {
  try {
    await work;
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  }
}

/** Counts a run that failed outside its tests, or wrote no report, as one more failure. */
async function count(work: Promise<void>, report: z.ZodType<Count>, file: string): Promise<Count> {
  const { failed: runFailed } = await check(work);
  const counted = await readFile(file, "utf8").then(
    (text) => report.parse(JSON.parse(text)),
    (): Count => ({ passed: 0, failed: 0 }),
  );
  return counted.failed === 0 ? { ...counted, failed: runFailed } : counted;
}
