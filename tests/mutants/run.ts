import { execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { z } from "zod";
import { findCommand } from "@/scripts/build/run-node.mjs";
import { startHarness } from "../support/start-harness";
import { isInProcess, isOfRules, MUTANTS, type Mutant } from "./mutants";

// npm run test:mutants: puts one fault after the other into the sources, and runs the tests that should notice it.
// -- --only limits: those whose name has this text. -- --rules: those of tests/rules alone, which take seconds each.
const { values } = parseArgs({ options: { only: { type: "string" }, rules: { type: "boolean", default: false } } });
const chosen = MUTANTS.filter(
  (mutant) => mutant.name.includes(values.only ?? "") && (isOfRules(mutant) || !values.rules),
);

const Report = z.object({ numFailedTests: z.int(), success: z.boolean() });
type Outcome = "caught" | "survived" | "broken";

// npm run test:full has written figures into docs before.
const { stdout: changed } = await promisify(execFile)("git", ["status", "--porcelain", "-uno", "--", ".", ":!docs"]);
if (changed !== "") throw new Error(`commit or set aside first, since mutants change sources:\n${changed}`);

const reports = await mkdtemp(join(tmpdir(), "price-atlas-mutants-"));
const stopped = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopped.abort());

const startedAt = Date.now();
const outcomes = new Map<Mutant, Outcome>();
try {
  await runAll(chosen.filter(isOfRules));
  const inProcess = chosen.filter(isInProcess);
  if (inProcess.length > 0) {
    const { harness, stop } = await startHarness();
    await runAll(inProcess, { TEST_HARNESS: JSON.stringify(harness) }).finally(stop);
  }
  // Each builds the app.
  await runAll(chosen.filter((mutant) => !isOfRules(mutant) && !isInProcess(mutant)));
} finally {
  await rm(reports, { recursive: true });
}

const count = (wanted: Outcome) => [...outcomes.values()].filter((outcome) => outcome === wanted).length;
const faults = [...outcomes].flatMap(([{ name, survives }, outcome]) => {
  if (outcome === "broken") return [`BROKEN: ${name}: no test of its tests could run`];
  if (outcome === "survived") return survives === undefined ? [`SURVIVED: ${name}`] : [];
  return survives === undefined ? [] : [`CAUGHT, though it says that it survives: ${name}`];
});
for (const [{ name, survives }, outcome] of outcomes)
  if (outcome === "survived" && survives !== undefined) console.log(`survived, as it says: ${name} (${survives})`);
for (const fault of faults) console.log(fault);
const seconds = Math.round((Date.now() - startedAt) / 1000);
console.log(`${outcomes.size} mutants: ${count("caught")} caught, ${count("survived")} survived, ${seconds} s`);
process.exit(faults.length > 0 || stopped.signal.aborted ? 1 : 0);

/** Runs mutants whose tests pass without them. */
async function runAll(mutants: readonly Mutant[], env: Record<string, string> = {}): Promise<void> {
  if (mutants.length === 0 || stopped.signal.aborted) return;
  const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))];
  if ((await runTests(tests, env)) !== "survived" && !stopped.signal.aborted)
    throw new Error(`these fail without any mutant: ${tests.join(" ")}`);
  for (const mutant of mutants) {
    const begunAt = Date.now();
    const outcome = await runMutant(mutant, env);
    if (stopped.signal.aborted) return;
    outcomes.set(mutant, outcome);
    console.log(`${outcome.padEnd(8)} ${mutant.name}, ${Math.round((Date.now() - begunAt) / 1000)} s`);
  }
}

/** Runs the tests of a mutant, and restores its file whatever happens. */
async function runMutant({ file, from, to, tests }: Mutant, env: Record<string, string>): Promise<Outcome> {
  const text = await readFile(file, "utf8");
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`);
  try {
    await writeFile(file, parts.join(to));
    return await runTests(tests, env);
  } finally {
    await writeFile(file, text);
  }
}

/** What these tests say of the sources as they are; broken where they fail without a test that failed. */
async function runTests(tests: readonly string[], env: Record<string, string>): Promise<Outcome> {
  const file = join(reports, "report.json");
  await rm(file, { force: true });
  const isLong = tests.some((test) => test.startsWith("tests/faults/"));
  const config = isLong ? ["--config", "tests/faults/vitest.config.ts"] : [];
  const args = ["run", ...config, "--bail=1", "--reporter=json", `--outputFile=${file}`, ...tests];
  const child = spawn(process.execPath, [await findCommand("vitest"), ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "ignore"],
    signal: stopped.signal,
  });
  await new Promise<void>((resolve) => {
    child.once("error", () => {});
    child.once("close", () => resolve());
  });
  const report = await readFile(file, "utf8").catch(() => null);
  if (report === null) return "broken";
  const { numFailedTests, success } = Report.parse(JSON.parse(report));
  if (numFailedTests > 0) return "caught";
  return success ? "survived" : "broken";
}
