import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createKeys } from "./keys";
import { type BenchOptions, measureRate } from "./load";
import { median, readMemoryMb } from "./measures";
import { startProduct } from "./processes";

const SETTLED_MS = 5_000;

/**
 * (g) Seconds from the command to the first answer on a database that is there already, and resident memory in MB:
 * idle, under a load of cached answers, and while an export is made. The embedded database is a process of its own and
 * not counted.
 */
export async function measure({ databaseUrl, seconds, rounds }: BenchOptions) {
  const starts: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const product = await startProduct({ DATABASE_URL: databaseUrl });
    starts.push(product.secondsToReady);
    await product.stop();
  }
  const [keys, exports] = await Promise.all([
    createKeys(databaseUrl, 20),
    mkdtemp(join(tmpdir(), "price-atlas-bench-")),
  ]);
  const product = await startProduct({ DATABASE_URL: databaseUrl, EXPORT_DIR: exports });
  try {
    await sleep(SETTLED_MS);
    const idleMb = await readMemoryMb(product.pid);
    const requests = keys.map((key) => ({ path: "/api/prices?country=TR", headers: { "x-api-key": key } }));
    await measureRate({ url: product.url, seconds, requests });
    const loadedMb = await readMemoryMb(product.pid);
    await (await fetch(`${product.url}/api/export?dataset=history&format=csv`)).arrayBuffer();
    const exportingMb = await readMemoryMb(product.pid);
    return {
      ratios: { g_ready_s: median(starts), g_idle_mb: idleMb },
      raw: { starts_s: starts, idle_mb: idleMb, under_load_mb: loadedMb, after_an_export_mb: exportingMb },
    };
  } finally {
    await product.stop();
  }
}
