import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { parseArgs, promisify } from "node:util";
import { generateDataset } from "./generate";

const USAGE = `usage: npm run bench:data -- --prices 1000000 --history 5000000 --out DIR [--seed N] [--no-load]

Writes an invented dataset of that size to DIR in the import format, always the same for the same numbers, and
imports it with npm run data:import: into DATABASE_URL, or a new embedded database in DIR/database.`;

const IMPORT = ["--conditions=react-server", "--import", "tsx", "scripts/data-import.ts"];

process.exitCode = await main();

async function main(): Promise<number> {
  const args = readArguments();
  if (typeof args === "string") {
    console.error(`${args}\n\n${USAGE}`);
    return 2;
  }
  const { size, out, loads } = args;
  const { result: files, seconds } = await time(() => generateDataset(size, out));
  console.log(`${size.prices} prices and ${size.history} observations in ${files.length} files, ${seconds} s`);
  if (!loads) return 0;
  const DATABASE_URL = process.env.DATABASE_URL ?? "";
  const env = { ...process.env, ...(DATABASE_URL === "" && { DATA_DIR: join(out, "database"), DATABASE_URL }) };
  // A day at a time, as a real dataset grows; the first one brings what the prices refer to.
  const references = files.slice(0, 3);
  const days = files.slice(3);
  for (const [at, day] of days.entries()) {
    const paths = at === 0 ? [...references, day] : [day];
    const imported = await time(() => promisify(execFile)(process.execPath, [...IMPORT, ...paths], { env }));
    console.log(`${imported.result.stdout.trim().split("\n").at(-1)} (${imported.seconds} s)`);
  }
  console.log(DATABASE_URL === "" ? `DATA_DIR=${join(out, "database")}` : "in DATABASE_URL");
  return 0;
}

async function time<T>(work: () => Promise<T>): Promise<{ result: T; seconds: string }> {
  const started = performance.now();
  const result = await work();
  return { result, seconds: ((performance.now() - started) / 1_000).toFixed(1) };
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        prices: { type: "string" },
        history: { type: "string" },
        seed: { type: "string", default: "1" },
        out: { type: "string" },
        "no-load": { type: "boolean", default: false },
      },
    });
    const [prices, history, seed] = [values.prices, values.history ?? values.prices, values.seed].map(Number);
    if (values.out === undefined) return "--out is missing: the folder to write to";
    if (prices === undefined || history === undefined || seed === undefined) return "--prices is missing";
    if (![prices, history, seed].every(Number.isInteger) || prices < 1 || history < prices)
      return "--prices, --history and --seed are whole numbers, and the history holds at least the prices";
    return { size: { prices, history, seed }, out: resolve(values.out), loads: !values["no-load"] };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
