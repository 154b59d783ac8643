import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { historyRuns } from "@/lib/catalogue/prices/history/series/sql";
import { importFiles } from "@/lib/import/import-files";
import { ImportRejected, OutliersFound } from "@/lib/import/report/result";
import { formatSummary, formatWarnings } from "@/lib/import/report/summary-text";
import { validRowsText } from "@/lib/versions/valid-rows-sql";
import { startScript } from "./run-script";
import { dayOfReadings, timeOfReadings } from "./test-days";

/** Starts `npm run data:import` as a separate process. */
export const startImport = (databaseUrl: string, args: readonly string[]) =>
  startScript("scripts/data-import.ts", args, { DATABASE_URL: databaseUrl });

export const runImport = (databaseUrl: string, ...args: string[]) => startImport(databaseUrl, args).ended;

/** Imports in this process, where readings of two months after the bundled ones are not in the future; returns the report, or the reason of a refusal. */
export async function importHere(databaseUrl: string, files: readonly string[], acceptsOutliers = false) {
  try {
    const now = timeOfReadings();
    const result = await importFiles({
      files,
      connectionString: databaseUrl,
      importedBy: "test",
      acceptsOutliers,
      now,
    });
    return { code: 0, text: formatSummary(result) };
  } catch (error) {
    if (error instanceof ImportRejected) return { code: 1, text: [...error.faults, error.message].join("\n") };
    if (error instanceof OutliersFound) return { code: 1, text: formatWarnings(error.warnings).join("\n") };
    throw error;
  }
}

/** Publishes a reading of two months after the bundled ones, up to which no day is in the future, whatever the clock says. */
export async function importLaterReading(databaseUrl: string): Promise<void> {
  await using folder = await makeFolder();
  const file = await folder.write(
    "later.csv",
    `product,country,platform,period,amount,currency,observed_on,source,source_url
1password,US,web,quarterly,9.99,USD,${dayOfReadings()},opentherank-2026-09-30,https://a.example/
`,
  );
  const { code, text } = await importHere(databaseUrl, [file]);
  if (code !== 0) throw new Error(text);
}

export type Folder = {
  write(name: string, content: string | Buffer): Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function makeFolder(): Promise<Folder> {
  const folder = await mkdtemp(join(tmpdir(), "price-atlas-import-"));
  return {
    async write(name, content) {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

export async function query(databaseUrl: string, sql: string, values: string[] = []): Promise<string[][]> {
  const client = new Client({ connectionString: databaseUrl, types: { getTypeParser: () => String } });
  await client.connect();
  try {
    const { rows } = await client.query<(string | null)[]>({ text: sql, values, rowMode: "array" });
    return rows.map((row) => row.map((value) => value ?? "null"));
  } finally {
    await client.end();
  }
}

export const OF_NEWEST = "version_id = (SELECT max(id) FROM dataset_version)";

const SERIES = "product, country, platform, period";
const CONTENT = [
  `SELECT ${SERIES}, amount, currency, usd, usd_monthly, fx_rate, fx_date, fx_source_id, source_id, source_url, verified_on, changed_on
   FROM price WHERE ${OF_NEWEST} ORDER BY position`,
  `SELECT ${SERIES}, observed_on, amount, currency, source_id, source_url FROM observation JOIN series ON series.id = series_id
   WHERE superseded_in IS NULL ORDER BY ${SERIES}, observed_on`,
  `SELECT p.slug, p.name, p.vendor, p.service, p.category, p.plan, p.website, p.in_basket, p.countries, p.usd_monthly_min, p.usd_monthly_median, p.usd_monthly_max,
     p.verified_on, p.changed_on, c.country, c.platform, c.period, d.country, d.platform, d.period
   FROM product p LEFT JOIN price c ON c.version_id = p.version_id AND c.series_id = p.cheapest_id
   LEFT JOIN price d ON d.version_id = p.version_id AND d.series_id = p.most_expensive_id WHERE p.${OF_NEWEST} ORDER BY slug`,
  "SELECT currency, date, source_id, usd_per_unit FROM rate WHERE superseded_in IS NULL ORDER BY currency, date, source_id",
  "SELECT id, name, publisher, url, license, attribution FROM source_entry WHERE superseded_in IS NULL ORDER BY id",
];

/** Leaves out ids that only show an order. */
export async function readContent(databaseUrl: string): Promise<string> {
  const parts = [await readRuns(databaseUrl)];
  for (const sql of CONTENT) parts.push(await query(databaseUrl, sql));
  return parts.map((rows) => rows.map((row) => row.join("|")).join("\n")).join("\n\n");
}

export async function readRuns(databaseUrl: string, select = "*"): Promise<string[][]> {
  const [[id = ""] = []] = await query(databaseUrl, "SELECT coalesce(max(id), 0) FROM dataset_version");
  return query(
    databaseUrl,
    `WITH ${validRowsText(Number(id))} SELECT ${select} FROM (${historyRuns(Number(id))}) AS run`,
  );
}

export async function readVersions(databaseUrl: string): Promise<string[]> {
  return (await query(databaseUrl, "SELECT version FROM dataset_version ORDER BY id")).flat();
}
