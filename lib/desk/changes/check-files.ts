import "server-only";
import { basename } from "node:path";
import type { ClientBase } from "pg";
import { importFiles } from "@/lib/import/import-files";
import { type ImportProgress, ImportRejected, type ImportResult } from "@/lib/import/report/result";
import { env } from "@/lib/platform/env";
import { writeChangesCsv } from "./changes-csv";
import { CHEAPEST, ENDED, INDEX_LEVELS, PREVIEWED_CHANGES, SOURCE_ROWS, WITHDRAWN_READINGS } from "./preview-sql";
import { EMPTY_PREVIEW, type Preview, type PreviewedIndex } from "./schema";
import type { UnpackedFile } from "./unpack-files";

type Checked = {
  preview: Preview;
  /** Dataset version that it compares with. */
  versionId: number | null;
  /** All changes of amount as gzipped CSV; null where there are none. */
  changesCsv: Buffer | null;
};
type IndexRow = { country: string; kind: "model" | "median"; value: number; low: number | null; high: number | null };
type Before = { versionId: number | null; levels: IndexRow[]; prices: object };

/**
 * Previews files: runs the import in a transaction that is rolled back, and reads there what it made. Faults are part of
 * the preview. Throws errors of pg.
 */
export async function checkFiles(
  files: readonly UnpackedFile[],
  onProgress: (progress: ImportProgress) => void,
): Promise<Checked> {
  let before: Before = { versionId: null, levels: [], prices: {} };
  let preview: Preview | null = null;
  let changesCsv: Buffer | null = null;
  try {
    await importFiles({
      connectionString: env().DATABASE_URL,
      files: files.map(({ path }) => path),
      importedBy: "preview",
      isDryRun: true,
      acceptsOutliers: true,
      onProgress,
      begin: async (client) => {
        before = await readBefore(client);
      },
      record: async (client, result) => {
        const found = await readPreview(client, result, { files, before });
        const names = found.files.map(({ name }) => name);
        changesCsv = found.changes.count > 0 ? await writeChangesCsv(client, names) : null;
        preview = found;
      },
    });
  } catch (error) {
    if (!(error instanceof ImportRejected)) throw error;
    preview = toFaulty(error, files);
  }
  if (preview === null) throw new Error("the import ended without a result");
  return { preview, versionId: before.versionId, changesCsv };
}

async function readBefore(client: ClientBase): Promise<Before> {
  const { rows } = await client.query<{ id: number }>("SELECT id FROM dataset_version ORDER BY id DESC LIMIT 1");
  const versionId = rows[0]?.id ?? null;
  const figures = await client.query<{ figures: object }>(
    "SELECT figures FROM page_figure WHERE name = 'source_prices'",
  );
  const { rows: levels } = await client.query<IndexRow>(INDEX_LEVELS, [versionId]);
  return { versionId, levels, prices: figures.rows[0]?.figures ?? {} };
}

async function readPreview(
  client: ClientBase,
  result: ImportResult,
  { files, before }: { files: readonly UnpackedFile[]; before: Before },
): Promise<Preview> {
  const base = {
    ...EMPTY_PREVIEW,
    files: result.files.map((file) => ({ ...nameFile(file.path, files), ...pick(file) })),
  };
  if (!result.hasChanges) return base;
  const first = async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows;
  const [changes = base.changes] = await first<Preview["changes"]>(PREVIEWED_CHANGES);
  const ended = await first<Preview["ended"]["first"][number] & { total: number }>(ENDED);
  const [withdrawn] = await first<{ count: number }>(WITHDRAWN_READINGS);
  const { rows: after } = await client.query<IndexRow>(INDEX_LEVELS, [result.published?.id ?? before.versionId]);
  const sources = await client.query<Preview["sources"][number]>(SOURCE_ROWS, [JSON.stringify(before.prices)]);
  return {
    ...base,
    hasChanges: true,
    changes,
    cheapest: await first(CHEAPEST),
    ended: { count: ended[0]?.total ?? 0, first: ended.map(({ total: _, ...series }) => series) },
    index: pairLevels(before.levels, after),
    withdrawn: withdrawn?.count ?? 0,
    sources: sources.rows,
    warnings: result.warnings.map(({ kind, count, lines }) => ({ kind, count, lines })),
  };
}

/** Levels of every country that has one before or after. */
function pairLevels(before: readonly IndexRow[], after: readonly IndexRow[]): PreviewedIndex[] {
  const keyOf = ({ country, kind }: IndexRow) => `${country} ${kind}`;
  const toLevel = (row: IndexRow | undefined) =>
    row === undefined ? null : { value: row.value, low: row.low, high: row.high };
  const [old, now] = [new Map(before.map((row) => [keyOf(row), row])), new Map(after.map((row) => [keyOf(row), row]))];
  return [...new Map([...old, ...now]).values()].map((row) => ({
    country: row.country,
    kind: row.kind,
    before: toLevel(old.get(keyOf(row))),
    after: toLevel(now.get(keyOf(row))),
  }));
}

function toFaulty(error: ImportRejected, files: readonly UnpackedFile[]): Preview {
  const folders = files.map(({ path, name }) => path.slice(0, -name.length));
  const withoutFolders = (text: string) => folders.reduce((shorter, folder) => shorter.replaceAll(folder, ""), text);
  const first = error.located.map(({ path, line, column, text }) => ({
    ...{ file: basename(path), line, column },
    text: withoutFolders(text),
  }));
  return {
    ...EMPTY_PREVIEW,
    files: files.map(({ name, sha256 }) => ({
      ...{ name, sha256, format: "", added: 0, changed: 0, confirmed: 0, unchanged: 0, skipped: 0 },
    })),
    faults: { count: error.faultCount, first },
  };
}

function nameFile(path: string, files: readonly UnpackedFile[]) {
  const name = basename(path);
  return { name, sha256: files.find((file) => file.name === name)?.sha256 ?? "" };
}

const pick = ({ format, added, changed, confirmed, unchanged, skipped }: ImportResult["files"][number]) => ({
  ...{ format, added, changed, confirmed, unchanged, skipped },
});
