import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findCommand, passOnSignals, runNode } from "@/scripts/build/run-node.mjs";
import { ensureBuilt } from "./support/build";
import { startHarness } from "./support/start-harness";
import { takeSums } from "./support/sums";

// npm test: runs all checks of CI; exit code 1 when anything failed. npm test -- --programs: only tests that need
// other programs, and one browser page.
type Count = { passed: number; failed: number };
type Stage = [name: string, run: () => Promise<Count>];

/** Seed of what tests draw. */
const seed = process.env.TEST_SEED ?? "1";
/** Ticks of a second in which Linux counts processor time. */
const TICKS = 100;

const reports = await mkdtemp(join(tmpdir(), "price-atlas-reports-"));
const leftOutFile = join(reports, "left-out");
let isInterrupted = false;
passOnSignals(() => {
  isInterrupted = true;
});

const closers: (() => Promise<void>)[] = [];

/** Takes one processor; the checks run on the other. */
const build: Stage[] = [
  ["build", () => check(ensureBuilt())],
  ["server", () => check(prepareServer())],
];
const checks: Stage[] = [
  ["types", () => check(run("typescript", "tsc", ["--noEmit"]))],
  ["lint", () => check(run("@biomejs/biome", "biome", ["check", "--error-on-warnings", "."]))],
  ["unused code and packages", () => check(run("knip", "knip", []))],
  ["rules", () => runVitest("rules")],
];
const isOnlyPrograms = process.argv.includes("--programs");
/** Both wait much of their time, so side by side they take little more than the longer one. */
const ofApi: Stage[] = [["API", async () => runVitest("api*", isOnlyPrograms ? await listTestsOfPrograms() : [])]];
const ofPages: Stage[] = [
  ["browser", () => runPlaywright(...(isOnlyPrograms ? ["home.spec.ts"] : []))],
  ["three engines", () => runVitest("engines", isOnlyPrograms ? ["firefox", "webkit"] : [])],
];

const total: Count = { passed: 0, failed: 0 };
/** What failed, by test: repeated above the total, where it is looked for. */
const findings: string[] = [];
const startedAt = Date.now();
await runInTurn([["client", () => check(run("prisma", "prisma", ["generate"]))]]);
await Promise.all([runInTurn(build), isOnlyPrograms ? null : runInTurn(checks)]);
if (process.env.TEST_HARNESS) await Promise.all([runInTurn(ofApi), runInTurn(ofPages)]);
const leftOut = new Set((await readFile(leftOutFile, "utf8").catch(() => "")).split("\n").filter(Boolean));
for (const close of closers) await close();
await rm(reports, { recursive: true });
for (const finding of findings) console.log(`\n${finding}`);
console.log(`\n${toSeconds(startedAt)} s${toText(await readProcessorSeconds())}, seed ${seed} (TEST_SEED sets it)`);
for (const line of [...leftOut].sort()) console.log(line);
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

/** Processor time of all processes that have ended below this one, in seconds; NaN where there is no /proc. */
async function readProcessorSeconds(): Promise<number> {
  const stat = await readFile("/proc/self/stat", "utf8").catch(() => "");
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(13, 15);
  return (Number(user) + Number(system)) / TICKS;
}

function toText(processorSeconds: number): string {
  return Number.isNaN(processorSeconds) ? "" : ` (${Math.round(processorSeconds)} s of processors)`;
}

function toSeconds(startedAt: number): number {
  return Math.round((Date.now() - startedAt) / 1000);
}

async function prepareServer(): Promise<void> {
  const { harness, stop } = await startHarness();
  closers.push(stop);
  process.env.TEST_HARNESS = JSON.stringify(harness);
}

async function listTestsOfPrograms(): Promise<string[]> {
  const files = (await readdir("tests", { recursive: true })).filter((file) => file.endsWith(".test.ts"));
  const texts = await Promise.all(files.map((file) => readFile(join("tests", file), "utf8")));
  return files.filter((_, at) => /\blacks\w*\(|small-(buffers|disk)"/.test(texts[at] ?? ""));
}

/** Runs a project of Vitest, or those of its files that are named. */
function runVitest(project: string, files: string[] = []): Promise<Count> {
  const reporters = ["--reporter=default", "--reporter=tests/support/vitest-sums.ts"];
  return runTests("vitest", "vitest", ["run", `--project=${project}`, ...reporters, ...files]);
}

/** Runs the browser tests; without a browser no test is found. */
function runPlaywright(...files: string[]): Promise<Count> {
  const options = ["--config=tests/e2e/playwright.config.ts", "--pass-with-no-tests"];
  const reporters = "--reporter=list,./tests/support/playwright-sums.ts";
  return runTests("playwright", "playwright", ["test", ...options, reporters, ...files]);
}

/** Counts what the reporter of a runner sums up; a runner that fails without a failed test, or sums up nothing, counts as one. */
async function runTests(name: string, command: string, args: string[]): Promise<Count> {
  const sumsFile = join(reports, `${randomUUID()}.json`);
  const env = { TEST_SEED: seed, LEFT_OUT_FILE: leftOutFile, SUMS_FILE: sumsFile };
  const ended = await check(run(name, command, args, env));
  const sums = takeSums(sumsFile);
  findings.push(...(sums?.findings ?? []));
  if (sums !== null && sums.failed > 0) return { passed: sums.passed, failed: sums.failed };
  const failed = sums === null ? 1 : ended.failed;
  if (failed > 0) findings.push(`FAILED: ${[command, ...args].join(" ")}, outside its tests`);
  return { passed: sums?.passed ?? 0, failed };
}

/** Throws when the program of the package fails. */
async function run(name: string, command: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const { code } = await runNode([await findCommand(name, command), ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
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
