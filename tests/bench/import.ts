import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "@/server/migrate";
import { createDatabaseFrom } from "../support/database";
import { generateDataset } from "./data/generate";
import { timeSeconds, watchMemory } from "./measures";

// (f) Import and publish of a whole dataset by the command, into an empty database of its own, which it drops.

/** Days of each price. */
const DAYS_PER_SERIES = 10;

export type ImportOptions = { databaseUrl: string; prices?: number };

/** Measures once and prints what it finds. `databaseUrl`: any database of a cluster to measure in. */
export async function measure({ databaseUrl, prices = 100_000 }: ImportOptions) {
  const dir = await mkdtemp(join(tmpdir(), "price-atlas-bench-"));
  await using database = await createDatabaseFrom(databaseUrl, "template0");
  try {
    const files = await generateDataset({ prices, history: DAYS_PER_SERIES * prices, seed: 1 }, dir);
    await migrate(database.url);
    // What an import of hardly anything takes.
    const idleMb = await importFiles(database.url, files.slice(0, 3));
    let mostMb = 0;
    const seconds = await timeSeconds(async () => {
      mostMb = await importFiles(database.url, files.slice(3));
    });
    const ratios = { f_import_s: seconds, f_memory_mb: mostMb - idleMb };
    console.log(`import of ${prices} prices with ${DAYS_PER_SERIES} days each: ${seconds.toFixed(1)} s`);
    return { ratios, raw: { prices, seconds, idle_mb: idleMb, most_mb: mostMb } };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Imports by the command. Returns the most memory that its process had, in megabytes. */
async function importFiles(url: string, files: readonly string[]): Promise<number> {
  const args = ["--conditions=react-server", "--import", "tsx", "scripts/data-import.ts", ...files];
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ["ignore", "ignore", "ignore"],
  });
  const memory = watchMemory(child.pid);
  const [code] = await once(child, "exit");
  const mostMb = memory.stop();
  if (code !== 0) throw new Error(`the import ended with ${code}`);
  return mostMb;
}
