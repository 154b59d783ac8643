import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Builds unless `.next` was built from the sources of this folder. Throws with the output when that fails. */
export async function ensureBuilt(): Promise<void> {
  await promisify(execFile)(process.execPath, ["scripts/build/build.mjs", "--if-changed"], { maxBuffer: 2 ** 24 });
}
