import { accessSync, appendFileSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

// A machine without these programs skips some tests and says so; CI has all.

/** PATH of programs for tests. CI sets it, and keeps PATH nearly empty. */
const PATH = process.env.PROGRAMS_PATH ?? process.env.PATH ?? "";
export const programEnv = { ...process.env, PATH };

export const findProgram = (name: string): string | null =>
  PATH.split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find(isExecutable) ?? null;

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Throws where the program is missing. */
export function getProgram(name: string): string {
  const path = findProgram(name);
  if (path === null) throw new Error(`${name} is not on PATH`);
  return path;
}

/** Skips `tests` without the program, which `debianPackage` contains. */
export const lacks = (program: string, tests: string, debianPackage = program): boolean =>
  findProgram(program) === null && leaveOut(tests, `apt-get install ${debianPackage}`);

/** Prints which tests are left out and why. Throws in CI. */
export function leaveOut(tests: string, need: string): true {
  const line = `left out: ${tests} (${need})`;
  if (process.env.CI) throw new Error(`CI leaves nothing out: ${line}`);
  console.warn(line);
  if (process.env.LEFT_OUT_FILE) appendFileSync(process.env.LEFT_OUT_FILE, `${line}\n`);
  return true;
}
