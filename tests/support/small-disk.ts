import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { promisify } from "node:util";
import { getProgram, leaveOut } from "./needs";
import { makeDataDir, type Scratch } from "./scratch";

const run = promisify(execFile);

/** Null, with `tests` left out, where this user may not mount. */
export async function mountDisk(bytes: number, tests: string): Promise<Scratch | null> {
  const scratch = await makeDataDir();
  await mkdir(scratch.dir);
  try {
    await run(getProgram("mount"), ["-t", "tmpfs", "-o", `size=${bytes}`, "price-atlas-test", scratch.dir]);
  } catch {
    await scratch[Symbol.asyncDispose]();
    leaveOut(tests, "needs Linux, and root that may mount");
    return null;
  }
  return {
    dir: scratch.dir,
    [Symbol.asyncDispose]: async () => {
      await run(getProgram("umount"), ["--lazy", scratch.dir]);
      await scratch[Symbol.asyncDispose]();
    },
  };
}
