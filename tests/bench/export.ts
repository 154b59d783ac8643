import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import { open, readToEnd } from "../support/download";
import { newSender } from "../support/sender";
import { spawnServer } from "../support/spawn-server";
import { median, readMemoryMb, showSeconds, timeSeconds, watchMemory } from "./measures";

// (e) The first build of an export against COPY ... TO STDOUT of the same rows, and its warm download against the
// plainest file server. Run: DATABASE_URL=... npx tsx tests/bench/export.ts, on a database with many prices.

const PATH = "/api/export?dataset=prices&format=csv";
const COPY = `COPY (
  SELECT product, country, platform, period, trim_scale(amount), currency, trim_scale(usd), trim_scale(usd_monthly),
    trim_scale(fx_rate), fx_date, source_url, verified_on, fx_source_id AS fx_source
  FROM price WHERE version_id = (SELECT max(id) FROM dataset_version) ORDER BY position
) TO STDOUT (FORMAT csv)`;

export type ExportRatios = { e_build_vs_copy: number; e_memory_mb: number; e_download: number };

/** Measures in alternating rounds, after one that does not count, and prints what it finds. */
export async function measure({ databaseUrl, rounds = 5 }: { databaseUrl: string; rounds?: number }) {
  const dir = await mkdtemp(join(tmpdir(), "price-atlas-bench-"));
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await using server = await spawnServer({ DATABASE_URL: databaseUrl, EXPORT_DIR: dir });
  try {
    const build = await measureBuilds(client, { url: server.url, pid: server.child.pid, dir, rounds });
    const download = await measureDownloads(`${server.url}${PATH}`, dir, rounds);
    const ratios: ExportRatios = {
      e_build_vs_copy: median(build.ours) / median(build.copy),
      e_memory_mb: build.growthMb,
      e_download: median(download.plain) / median(download.ours),
    };
    console.log(`first build: ${showSeconds(build.ours)}; COPY of the same rows: ${showSeconds(build.copy)}`);
    console.log(`memory of the server grew by ${build.growthMb.toFixed(0)} MB while it built`);
    console.log(`warm download: ${showSeconds(download.ours)}; plain file: ${showSeconds(download.plain)}`);
    return { ratios, raw: { build, download } };
  } finally {
    await client.end();
    await rm(dir, { recursive: true, force: true });
  }
}

type Builds = { url: string; pid: number | undefined; dir: string; rounds: number };

async function measureBuilds(client: Client, { url, pid, dir, rounds }: Builds) {
  const ours: number[] = [];
  const copy: number[] = [];
  let growthMb = 0;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of await readdir(dir)) await rm(join(dir, name));
    const before = await readMemoryMb(pid);
    const memory = watchMemory(pid);
    const seconds = await timeSeconds(async () => {
      await fetch(`${url}${PATH}`, { method: "HEAD", headers: asNewSender() });
      await waitFor(dir, ".csv");
    });
    const grown = memory.stop() - before;
    await waitFor(dir, ".br");
    const copied = await timeSeconds(async () => {
      for await (const _ of client.query(copyTo(COPY)));
    });
    if (round === 0) continue;
    ours.push(seconds);
    copy.push(copied);
    growthMb = Math.max(growthMb, grown);
  }
  return { ours, copy, growthMb };
}

async function measureDownloads(url: string, dir: string, rounds: number) {
  const name = (await readdir(dir)).find((found) => found.endsWith(".csv")) ?? "";
  const plainServer = fork("tests/bench/serve-file.ts", [join(dir, name)], { execArgv: ["--import", "tsx"] });
  const [address] = await once(plainServer, "message");
  const { port } = z.object({ port: z.number() }).parse(address);
  const load = async (from: string) => readToEnd(await open(from));
  const ours: number[] = [];
  const plain: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const seconds = await timeSeconds(() => load(url));
    const plainly = await timeSeconds(() => load(`http://127.0.0.1:${port}/`));
    if (round === 0) continue;
    ours.push(seconds);
    plain.push(plainly);
  }
  plainServer.disconnect();
  return { ours, plain };
}

/** The answer does not wait for a slow file, and the compressed variants, made in the background, slow down what is next. */
async function waitFor(dir: string, ending: string): Promise<void> {
  while (!(await readdir(dir)).some((name) => name.endsWith(ending)))
    await new Promise((resolve) => setTimeout(resolve, 20));
}

const asNewSender = () => ({ "x-forwarded-for": newSender() });

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { ratios } = await measure({ databaseUrl: process.env.DATABASE_URL ?? "" });
  console.log(JSON.stringify(ratios));
}
