import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { migrate } from "@/server/migrate";
import { createDatabaseFrom, execute, withDatabase } from "../support/database";
import { generateDataset } from "./data/generate";
import { median, showSeconds, timeSeconds, watchMemory } from "./measures";

// (f) An import against COPY of the same files into an indexed table, in databases of its own, which it drops.

/** A series and its days, as the generator's history of five for each price. */
const DAYS_PER_SERIES = 5;
const TEMPLATE = "price_atlas_bench";

const COLUMNS = `product text COLLATE "C" NOT NULL, country text COLLATE "C" NOT NULL, platform platform NOT NULL,
  period period NOT NULL, amount numeric(15,4), currency text COLLATE "C", observed_on date NOT NULL,
  source text COLLATE "C" NOT NULL, source_url text NOT NULL, PRIMARY KEY (product, country, platform, period, observed_on)`;

/** Keys of the two orders that prices are found by; and with everything that we hold each row to besides. */
const TABLES = {
  indexed: `CREATE TABLE indexed (${COLUMNS}); CREATE INDEX ON indexed (country, product, platform, period, observed_on)`,
  constrained: `CREATE TABLE constrained (${COLUMNS},
      FOREIGN KEY (product) REFERENCES product, FOREIGN KEY (country) REFERENCES country,
      FOREIGN KEY (source) REFERENCES source, CHECK (amount > 0), CHECK (currency ~ '^[A-Z]{3}$'),
      CHECK ((amount IS NULL) = (currency IS NULL)));
    CREATE INDEX ON constrained (country, product, platform, period, observed_on)`,
};

export type ImportRatios = {
  f_import_vs_copy: number;
  f_import_vs_copy_with_constraints: number;
  /** Of as many rows, each of a price that was not there: the most that a row can cost. */
  f_import_vs_copy_new_prices: number;
  f_memory_mb: number;
};
export type ImportOptions = { databaseUrl: string; rows?: number; rounds?: number };

/** Measures in alternating rounds and prints what it finds. `databaseUrl`: any database of a cluster to measure in. */
export async function measure({ databaseUrl, rows = 1_000_000, rounds = 5 }: ImportOptions) {
  const dir = await mkdtemp(join(tmpdir(), "price-atlas-bench-"));
  try {
    const files = await generateDataset({ prices: Math.ceil(rows / DAYS_PER_SERIES), history: rows, seed: 1 }, dir);
    const idleMb = await prepare(databaseUrl, files);
    const ours: number[] = [];
    const copies = { indexed: [] as number[], constrained: [] as number[] };
    let mostMb = 0;
    for (let round = 0; round < rounds; round += 1) {
      ours.push(
        await inDatabase(databaseUrl, (url) =>
          timeSeconds(async () => {
            mostMb = Math.max(mostMb, await importFiles(url, files));
          }),
        ),
      );
      for (const table of ["indexed", "constrained"] as const) {
        copies[table].push(await inDatabase(databaseUrl, (url) => copyFiles(url, table, files.slice(3))));
      }
    }
    const ofNewPrices = await measureNewPrices(databaseUrl, rows, dir);
    const ratios: ImportRatios = {
      f_import_vs_copy: median(ours) / median(copies.indexed),
      f_import_vs_copy_with_constraints: median(ours) / median(copies.constrained),
      f_import_vs_copy_new_prices: ofNewPrices.ours / ofNewPrices.copy,
      f_memory_mb: mostMb - idleMb,
    };
    console.log(`import of ${rows} rows: ${showSeconds(ours)}, memory grew by ${ratios.f_memory_mb.toFixed(0)} MB`);
    console.log(`COPY into a table with the same two keys: ${showSeconds(copies.indexed)}`);
    console.log(`and with the same foreign keys and checks: ${showSeconds(copies.constrained)}`);
    return { ratios, raw: { rows, ours, copies, newPrices: ofNewPrices } };
  } finally {
    await execute(databaseUrl, `DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
    await rm(dir, { recursive: true, force: true });
  }
}

/**
 * Makes the database that each round begins with: what prices refer to is there before, as it is for the COPY. Returns
 * the memory in megabytes that an import of hardly anything takes.
 */
async function prepare(databaseUrl: string, files: readonly string[]): Promise<number> {
  const template = withDatabase(databaseUrl, TEMPLATE);
  await execute(databaseUrl, `DROP DATABASE IF EXISTS ${TEMPLATE}`);
  await execute(databaseUrl, `CREATE DATABASE ${TEMPLATE}`);
  await migrate(template);
  return await importFiles(template, files.slice(0, 3));
}

/** One round of a file in which every row is a price of its own, published with all that is made of current prices. */
async function measureNewPrices(databaseUrl: string, rows: number, dir: string) {
  const files = await generateDataset({ prices: rows, history: rows, seed: 1 }, join(dir, "new"));
  await prepare(databaseUrl, files);
  const ours = await inDatabase(databaseUrl, (url) => timeSeconds(async () => void (await importFiles(url, files))));
  const copy = await inDatabase(databaseUrl, (url) => copyFiles(url, "indexed", files.slice(3)));
  return { ours, copy };
}

async function inDatabase<T>(adminUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  await using database = await createDatabaseFrom(adminUrl, TEMPLATE);
  await execute(database.url, "CHECKPOINT");
  return await work(database.url);
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

async function copyFiles(url: string, table: keyof typeof TABLES, files: readonly string[]): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(TABLES[table]);
    return await timeSeconds(async () => {
      await client.query("BEGIN");
      for (const file of files) {
        const copy = client.query(copyFrom(`COPY ${table} FROM STDIN (FORMAT csv, HEADER)`));
        await pipeline(createReadStream(file), copy);
      }
      await client.query("COMMIT");
    });
  } finally {
    await client.end();
  }
}
