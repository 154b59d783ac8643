import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** How one test ended. `message` says why it failed. */
export type TestEnd = { name: string; state: "passed" | "failed" | "skipped"; message?: string | undefined };
/** `findings`: what failed, each with its first lines. */
export type Sums = { passed: number; failed: number; findings: string[] };

const LINES = 12;

/** For reporters: writes the sums of a run into SUMS_FILE, where `npm test` reads them. In CI a skipped test counts as failed. */
export function writeSums(ends: readonly TestEnd[]): void {
  const { SUMS_FILE, CI } = process.env;
  if (SUMS_FILE === undefined) return;
  const failed = ends.filter(({ state }) => state === "failed" || (CI && state === "skipped"));
  const sums: Sums = {
    passed: ends.filter(({ state }) => state === "passed").length,
    failed: failed.length,
    findings: failed.map(toFinding),
  };
  writeFileSync(SUMS_FILE, JSON.stringify(sums));
}

/** Null where the runner ended before it wrote them. */
export function takeSums(file: string): Sums | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  } finally {
    rmSync(file, { force: true });
  }
}

function toFinding({ name, state, message = "" }: TestEnd): string {
  const said = state === "skipped" ? "was skipped, which nothing is in CI" : stripVTControlCharacters(message);
  return `FAILED: ${name}\n${said.split("\n").slice(0, LINES).join("\n")}`;
}
