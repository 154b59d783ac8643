import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isRunning } from "@/lib/platform/is-running";

/** Beside the embedded database: process id and public address of the server that runs on it. */
const toPath = (dataDir: string) => join(dataDir, "serving-address");

/** Returns what takes it away. Throws errors of the disk. */
export async function noteServingAddress(dataDir: string, address: string): Promise<() => Promise<void>> {
  await writeFile(toPath(dataDir), `${process.pid} ${address}\n`);
  return () => rm(toPath(dataDir), { force: true });
}

/** Null where no server runs. */
export async function findServingAddress(dataDir: string): Promise<string | null> {
  const text = await readFile(toPath(dataDir), "utf8").catch(() => "");
  const [pid = "", address = ""] = text.trim().split(" ");
  return address !== "" && isRunning(Number(pid)) ? address : null;
}
