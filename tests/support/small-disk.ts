import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { promisify } from "node:util";
import { makeDataDir, type Scratch } from "./scratch";

const run = promisify(execFile);

/** File system with this many bytes, for root on Linux. */
export async function mountDisk(bytes: number): Promise<Scratch> {
  const scratch = await makeDataDir();
  await mkdir(scratch.dir);
  await run("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "price-atlas-test", scratch.dir]);
  return {
    dir: scratch.dir,
    [Symbol.asyncDispose]: async () => {
      await run("umount", ["--lazy", scratch.dir]);
      await scratch[Symbol.asyncDispose]();
    },
  };
}
