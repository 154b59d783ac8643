import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { get } from "./api";
import { findProgram, getProgram, leaveOut, programEnv } from "./needs";
import { readCode } from "./read-code";

/** Long programs wait for their rate limit. */
const MOST_MS = 600_000;

const run = promisify(execFile);

/** Programs as printed, with `base` as their address. */
export async function readPrograms(section: string, base: string, page = "/docs"): Promise<string[]> {
  const { text } = await get(page);
  const from = text.slice(text.indexOf(` id="${section}" aria-labelledby`));
  return readCode(from.slice(0, from.indexOf("</section>")))
    .filter((code) => /fetch\(|createServer\(|urlopen\(|^pages\(\) \{|fromJSON\(/m.test(code))
    .map((code) => code.replaceAll(/https?:\/\/[^/"`\s]+(?=\/api\/|"|$)/gm, base));
}

/** Skips `tests` without Python and SQLite. */
export function lacksPython(tests: string): boolean {
  const python = findProgram("python3");
  const { status } = python === null ? {} : spawnSync(python, ["-c", "import sqlite3"], { env: programEnv });
  return status !== 0 && leaveOut(tests, "apt-get install python3");
}

/** Returns a function that runs a program in a new folder in `dir`. */
export async function makeProgramFolder(dir: string) {
  const folder = await mkdtemp(join(dir, "program-"));
  return async (code: string): Promise<string> => {
    const [command, file] = chooseProgram(code);
    await writeFile(join(folder, file), code);
    const { stdout } = await run(command, [file], {
      cwd: folder,
      env: programEnv,
      timeout: MOST_MS,
      maxBuffer: 100_000_000,
    });
    return stdout.trim();
  };
}

function chooseProgram(code: string): [command: string, file: string] {
  if (code.includes("import json")) return [getProgram("python3"), "program.py"];
  if (code.includes("library(jsonlite)")) return [getProgram("Rscript"), "program.R"];
  return code.startsWith("base=") ? [getProgram("bash"), "program.sh"] : [process.execPath, "program.mjs"];
}
