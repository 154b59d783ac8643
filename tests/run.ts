import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";
import { findCommand, passOnSignals, runNode } from "@/scripts/build/run-node.mjs";
import { ensureBuilt } from "./support/build";
import { startHarness } from "./support/start-harness";

// npm test: runs all checks of CI; exit code 1 when anything failed. npm test -- --programs: only tests that need
// other programs, and one browser page.
type Count = { passed: number; failed: number };
type Stage = [name: string, run: () => Promise<Count>];

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.enum(["passed", "failed"]),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});
type VitestFile = z.infer<typeof VitestReport>["testResults"][number];

const PlaywrightTests = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      status: z.enum(["expected", "unexpected", "flaky", "skipped"]),
      results: z.array(z.object({ error: z.object({ message: z.string() }).partial().optional() })),
    }),
  ),
});
const PlaywrightSuite = z.object({
  specs: z.array(PlaywrightTests),
  get suites() {
    return z.array(PlaywrightSuite).optional();
  },
});
const PlaywrightReport = z.object({ suites: z.array(PlaywrightSuite) });

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
const throughTheServer: Stage[] = [
  ["API", () => runVitest("api*")],
  ["browser", () => runPlaywright()],
  ["three engines", () => runVitest("engines")],
];
const byPrograms: Stage[] = [
  ["API", async () => runVitest("api*", await listTestsOfPrograms())],
  ["browser", () => runPlaywright("home.spec.ts")],
  ["three engines", () => runVitest("engines", ["firefox", "webkit"])],
];
const isOnlyPrograms = process.argv.includes("--programs");

const total: Count = { passed: 0, failed: 0 };
/** What failed, by test: repeated above the total, where it is looked for. */
const findings: string[] = [];
const startedAt = Date.now();
await runInTurn([["client", () => check(run("prisma", "prisma", ["generate"]))]]);
await Promise.all([runInTurn(build), isOnlyPrograms ? null : runInTurn(checks)]);
if (process.env.TEST_HARNESS) await runInTurn(isOnlyPrograms ? byPrograms : throughTheServer);
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
    const before = await readProcessorSeconds();
    const { passed, failed } = await runStage();
    total.passed += passed;
    total.failed += failed;
    const used = (await readProcessorSeconds()) - before;
    console.log(`== ${name}: ${passed} passed, ${failed} failed, ${toSeconds(startedAt)} s${toText(used)}`);
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
async function runVitest(project: string, files: string[] = []): Promise<Count> {
  const file = join(reports, `${project.replace("*", "")}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { failed: runFailed } = await check(
    run("vitest", "vitest", ["run", `--project=${project}`, ...reporters, ...files], {
      TEST_SEED: seed,
      LEFT_OUT_FILE: leftOutFile,
    }),
  );
  const ran = (await readReport(VitestReport, file))?.testResults;
  if (ran === undefined || (runFailed > 0 && !ran.some(({ status }) => status === "failed"))) {
    findings.push(`FAILED: vitest ${project}, outside its tests`);
    return { passed: 0, failed: 1 };
  }
  return countFiles(ran);
}

/** Counts tests, and a file that failed outside of them as one; keeps what failed as findings. */
function countFiles(files: VitestFile[]): Count {
  const count: Count = { passed: 0, failed: 0 };
  for (const { name, status, message, assertionResults } of files) {
    const failed = assertionResults.filter((test) => test.status === "failed");
    count.passed += assertionResults.filter((test) => test.status === "passed").length;
    count.failed += status === "failed" ? Math.max(failed.length, 1) : 0;
    const file = relative(process.cwd(), name);
    for (const test of failed)
      findings.push(`FAILED: ${file} > ${test.fullName}\n${shorten(test.failureMessages?.join("\n"))}`);
    if (status === "failed" && failed.length === 0) findings.push(`FAILED: ${file}\n${shorten(message)}`);
    count.failed += refuseSkipped(file, assertionResults.filter((test) => test.status === "skipped").length);
  }
  return count;
}

/** Skipped tests count as failures in CI only. */
function refuseSkipped(file: string, skipped: number): number {
  if (!process.env.CI || skipped === 0) return 0;
  findings.push(`FAILED: ${file} skips ${skipped}, which CI does not`);
  return skipped;
}

/** Runs the browser tests. */
async function runPlaywright(...files: string[]): Promise<Count> {
  const file = join(reports, "browser.json");
  // Without a browser no test is found.
  const args = ["test", "--config=tests/e2e/playwright.config.ts", "--reporter=list,json", "--pass-with-no-tests"];
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, LEFT_OUT_FILE: leftOutFile };
  const { failed: runFailed } = await check(run("playwright", "playwright", [...args, ...files], env));
  const report = await readReport(PlaywrightReport, file);
  const count: Count = { passed: 0, failed: 0 };
  for (const spec of (report?.suites ?? []).flatMap(specsOf)) {
    for (const { status, results } of spec.tests) {
      if (status === "skipped") {
        count.failed += refuseSkipped(spec.file, 1);
        continue;
      }
      count[status === "expected" ? "passed" : "failed"] += 1;
      if (status === "expected") continue;
      findings.push(`FAILED: ${spec.file} > ${spec.title}\n${shorten(results[0]?.error?.message)}`);
    }
  }
  if (count.failed === 0 && runFailed > 0) findings.push("FAILED: playwright, outside its tests");
  return count.failed === 0 ? { ...count, failed: runFailed } : count;
}

function specsOf(suite: z.infer<typeof PlaywrightSuite>): z.infer<typeof PlaywrightTests>[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}

async function readReport<Report>(schema: z.ZodType<Report>, file: string): Promise<Report | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  return text === null ? null : schema.parse(JSON.parse(text));
}

function shorten(message = ""): string {
  return stripVTControlCharacters(message).split("\n").slice(0, 12).join("\n");
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
