import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { openDatabase, prepareDatabase } from "@/server/database";
import { migrate } from "@/server/migrate";
import { execute, withDatabase } from "@/tests/support/database";
import { GOALS, showTable } from "./report";

const USAGE = `usage: npm run bench -- [--only abcefgh] [--json FILE] [--rounds 5] [--seconds 4] [--prices 100000]

Measures side by side on this machine, in alternating rounds, and prints ratios of medians. A whole run takes about
half an hour; it writes its figures to docs/performance.md. --only runs some parts and leaves the document as it is.`;
const REPORT = "docs/performance.md";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "abcefgh" },
    json: { type: "string" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "4" },
    prices: { type: "string", default: "100000" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) console.log(USAGE);
else await run();

async function run(): Promise<void> {
  const [rounds, seconds, prices] = [values.rounds, values.seconds, values.prices].map(Number);
  if (!rounds || !seconds || !prices) throw new Error(USAGE);
  const has = (letter: string) => values.only.includes(letter);
  const dir = await mkdtemp(join(tmpdir(), "price-atlas-bench-"));
  process.env.DATA_DIR = join(dir, "data");
  process.env.DATABASE_URL = "";
  const database = await openDatabase();
  process.env.DATABASE_URL = database.url;
  const figures: Record<string, number> = {};
  const raw: Record<string, unknown> = {};
  const keep = (part: string, measured: { ratios: Record<string, number | undefined>; raw?: unknown }) => {
    for (const [name, value] of Object.entries(measured.ratios)) if (value !== undefined) figures[name] = value;
    raw[part] = measured.raw;
    console.log(part, JSON.stringify(measured.ratios), JSON.stringify(measured.raw));
  };
  const generated = async (name: string, count: number) => {
    await execute(database.url, `CREATE DATABASE ${name}`);
    const url = withDatabase(database.url, name);
    await migrate(url);
    // Three days of each price: pages show changes, too.
    const size = ["--prices", String(count), "--history", String(3 * count)];
    const args = ["tests/bench/data.ts", ...size, "--out", join(dir, name)];
    await promisify(execFile)(process.execPath, ["--import", "tsx", ...args], {
      env: { ...process.env, DATABASE_URL: url },
    });
    return url;
  };
  try {
    await prepareDatabase(database.url);
    const options = { databaseUrl: database.url, rounds, seconds };
    if (has("a")) keep("a", await (await import("./cached")).measure(options));
    if (has("b") || has("c")) keep("b, c", await (await import("./answers")).measure(options));
    if (has("h")) keep("h", await (await import("./pages")).measure(options));
    if (has("g")) keep("g", await (await import("./start-up")).measure(options));
    if (has("e")) {
      const largeUrl = await generated("large", prices);
      keep("e", await (await import("./export")).measure({ databaseUrl: largeUrl, rounds }));
    }
    if (has("f")) keep("f", await (await import("./import")).measure({ databaseUrl: database.url, prices }));
  } finally {
    await database.close();
    await rm(dir, { recursive: true, force: true });
    // Also what was measured before something failed.
    console.log(showTable(figures));
    if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`);
  }

  if (Object.keys(GOALS).every((name) => name in figures)) await writeReport(showTable(figures), raw);
}

/** Replaces what stands between the marks of docs/performance.md. */
async function writeReport(table: string, raw: Record<string, unknown>): Promise<void> {
  const rows = Object.entries(raw).map(([part, figures]) => `- (${part}) \`${JSON.stringify(figures, round)}\``);
  const machine = `${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}`;
  const day = new Date().toISOString().slice(0, 10);
  const block = `Run of ${day} on ${machine}.\n\n${table}\n\nRaw figures (rates are answers a second):\n\n${rows.join("\n")}`;
  const text = await readFile(REPORT, "utf8");
  await writeFile(REPORT, text.replace(/(<!-- figures -->\n)[\s\S]*(\n<!-- \/figures -->)/, `$1\n${block}\n$2`));
}

function round(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(4)) : value;
}
