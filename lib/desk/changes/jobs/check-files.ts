import "server-only";
import { basename } from "node:path";
import type { ClientBase } from "pg";
import { familyOf } from "@/lib/dataset/reading/rules";
import { PEOPLE_SOURCES } from "@/lib/dataset/rules";
import type { UnpackedFile } from "@/lib/desk/changes/files/unpack-files";
import { sortRateMoves } from "@/lib/desk/changes/held/rules";
import {
  EMPTY_PREVIEW,
  type Preview,
  PreviewedChange,
  type PreviewedIndex,
  type PreviewedMovedPrice,
  type PreviewedReading,
  type PreviewedRow,
} from "@/lib/desk/changes/schema";
import { importFiles } from "@/lib/import/import-files";
import type { Choices } from "@/lib/import/read/people/cells-rules";
import { countPriceChanges, countReadRows, findSteps, listLargestChanges } from "@/lib/import/report/price-changes";
import {
  type ImportProgress,
  ImportRejected,
  type ImportResult,
  type LocatedFault,
  type RateMove,
} from "@/lib/import/report/result";
import { env } from "@/lib/platform/env";
import { nextVersionId } from "@/lib/versions/publish/publish";
import { writeChangesCsv } from "./changes-csv";
import {
  CHANGED_ROWS,
  CHANGED_SERIES,
  CHEAPEST,
  CURRENT_CHANGES,
  ENDED,
  INDEX_LEVELS,
  MOVED_PRICES,
  NEW_UNEXPECTED,
  PRICES_BEFORE,
  PRICES_OF_CURRENCIES,
  RATE_COUNTS,
  RATES_BEFORE,
  READING_COUNTS,
  READINGS,
  SEEN_FIGURES,
  SEEN_VERSION,
  WITHDRAWN_READINGS,
} from "./preview-sql";

type Checked = {
  preview: Preview;
  versionId: number | null;
  /** Gzipped CSV; null without changes. */
  changesCsv: Buffer | null;
  /** Rates that are left out. */
  held: RateMove[];
};
type IndexRow = { country: string; kind: "model" | "median"; value: number; low: number | null; high: number | null };

const LISTED_CHANGES = 10;
const LISTED_RATES = 200;

/**
 * Runs the import in a transaction that is rolled back, and compares its result with the version before. Faults are
 * part of the preview. Throws errors of pg.
 */
export async function checkFiles(
  files: readonly UnpackedFile[],
  options: {
    feedId: string | null;
    isOfProgram: boolean;
    holdsRates: boolean;
    leavesOut: boolean;
    people: Choices | undefined;
  },
  onProgress: (progress: ImportProgress) => void,
): Promise<Checked> {
  let nextId = 1;
  let preview: Preview | null = null;
  let changesCsv: Buffer | null = null;
  let held: RateMove[] = [];
  try {
    await importFiles({
      connectionString: env().DATABASE_URL,
      files: files.map(({ path }) => path),
      importedBy: "preview",
      ...options,
      isDryRun: true,
      acceptsOutliers: true,
      onProgress,
      begin: async (client) => {
        nextId = await nextVersionId(client);
      },
      record: async (client, result) => {
        const found = await readPreview(client, result, { files, nextId });
        const names = found.files.map(({ name }) => name);
        changesCsv = found.changes.count > 0 ? await writeChangesCsv(client, names) : null;
        preview = found;
        held = result.rateMoves.filter(({ isHeld }) => isHeld);
      },
    });
  } catch (error) {
    if (!(error instanceof ImportRejected)) throw error;
    preview = toFaulty(error, files);
  }
  if (preview === null) throw new Error("the import ended without a result");
  return { preview, versionId: nextId > 1 ? nextId - 1 : null, changesCsv, held };
}

type Dry = { files: readonly UnpackedFile[]; nextId: number };

async function readPreview(client: ClientBase, result: ImportResult, { files, nextId }: Dry): Promise<Preview> {
  const base = {
    ...EMPTY_PREVIEW,
    files: result.files.map((file) => ({ ...nameFile(file.path, files), ...pick(file) })),
    rateMoves: await readRateMoves(client, result, nextId),
    leftOut: result.leftOut.map((fault) => placeIn(fault, files)),
  };
  if (!result.hasChanges) return base;
  const read = async <Row extends object>(sql: string, ...values: unknown[]) =>
    (await client.query<Row>(sql, values)).rows;
  const ended = await read<Preview["ended"]["first"][number] & { total: number }>(ENDED, nextId);
  const [withdrawn] = await read<{ count: number }>(WITHDRAWN_READINGS, nextId);
  const before = await read<IndexRow>(INDEX_LEVELS, nextId - 1);
  const after = await read<IndexRow>(INDEX_LEVELS, nextId);
  const seenId = (await read<{ id: number | null }>(SEEN_VERSION, nextId))[0]?.id ?? nextId - 1;
  const seen = seenId === nextId - 1 ? [] : await read<IndexRow>(INDEX_LEVELS, seenId);
  await findSteps(client, nextId, SEEN_FIGURES);
  const [readings] = await read<{ count: number; light: number; jumps: number }>(READING_COUNTS, nextId);
  const [unexpected] = await read<{ count: number }>(NEW_UNEXPECTED, nextId);
  const [rates] = await read<Preview["rates"]>(RATE_COUNTS, nextId);
  const rows = await read<PreviewedRow & { total: number }>(CHANGED_ROWS, nextId);
  const moved = await read<PreviewedMovedPrice & { total: number }>(MOVED_PRICES, nextId);
  return {
    ...base,
    hasChanges: true,
    changes: await readChanges(client, nextId),
    cheapest: await read(CHEAPEST, nextId),
    ended: { count: ended[0]?.total ?? 0, first: ended.map(({ total: _, ...series }) => series) },
    index: pairLevels(before, after, seen),
    readings: {
      ...(readings ?? EMPTY_PREVIEW.readings),
      unexpected: unexpected?.count ?? 0,
      first: await read<PreviewedReading>(READINGS, nextId),
    },
    rates: rates ?? EMPTY_PREVIEW.rates,
    movedPrices: { count: moved[0]?.total ?? 0, first: moved.map(({ total: _, ...price }) => price) },
    rows: { count: rows[0]?.total ?? 0, first: rows.map(toDifference) },
    withdrawn: withdrawn?.count ?? 0,
    sources: await readSources(client, result, nextId),
    // Rates out of bounds stand in `rateMoves`.
    warnings: result.warnings
      .filter(({ kind }) => kind !== "rate-bounds" && kind !== "rate-missing")
      .map(({ kind, count, lines }) => ({ kind, count, lines })),
  };
}

/** The furthest first, each with the number of current prices in its currency. */
async function readRateMoves(
  client: ClientBase,
  { rateMoves, refusedRates }: ImportResult,
  nextId: number,
): Promise<Preview["rateMoves"]> {
  const first = sortRateMoves(rateMoves).slice(0, LISTED_RATES);
  const { rows } = await client.query<{ currency: string; prices: number }>(PRICES_OF_CURRENCIES, [
    nextId - 1,
    first.map(({ currency }) => currency),
  ]);
  const pricesIn = new Map(rows.map(({ currency, prices }) => [currency, prices]));
  return {
    count: rateMoves.length,
    held: rateMoves.filter(({ isHeld }) => isHeld).length,
    refused: refusedRates,
    first: first.map((move) => ({ ...move, prices: pricesIn.get(move.currency) ?? 0 })),
  };
}

type ChangedSeries = { id: number; name: string; plan: string; offMedianOn: string | null; isBelow: boolean | null };

async function readChanges(client: ClientBase, nextId: number): Promise<Preview["changes"]> {
  const { rows: current } = await client.query<{ count: number }>(CURRENT_CHANGES, [nextId]);
  const largest = await listLargestChanges(client, { limit: LISTED_CHANGES });
  const ids = largest.map(({ seriesId }) => seriesId);
  const { rows } = await client.query<ChangedSeries>(CHANGED_SERIES, [nextId, ids]);
  const seriesOf = new Map(rows.map((series) => [series.id, series]));
  return {
    ...(await countPriceChanges(client)),
    current: current[0]?.count ?? 0,
    largest: largest.flatMap((change) => {
      const series = seriesOf.get(change.seriesId);
      if (series === undefined) return [];
      return PreviewedChange.parse({
        ...change,
        ...series,
        isAboveMedian: series.offMedianOn === change.observedOn && series.isBelow === false,
        isBelowMedian: series.offMedianOn === change.observedOn && series.isBelow === true,
      });
    }),
  };
}

/** Without readings of people, which are never complete. */
async function readSources(
  client: ClientBase,
  { rateMoves }: ImportResult,
  nextId: number,
): Promise<Preview["sources"]> {
  const read = await countReadRows(client, rateMoves);
  const prices = new Map<string, number>();
  for (const { kind, source, rows } of read)
    if (kind === "price" && !PEOPLE_SOURCES.includes(source))
      prices.set(familyOf(source), (prices.get(familyOf(source)) ?? 0) + rows);
  const { rows: known } = await client.query<{ source: string; rows: number }>(PRICES_BEFORE, [
    nextId,
    [...prices.keys()],
  ]);
  const before = new Map(known.map(({ source, rows }) => [source, rows]));
  const sources = [...prices].map(([source, rows]) => ({ source, rows, before: before.get(source) ?? null }));
  for (const { source, day, rows } of read.filter(({ kind }) => kind === "rate")) {
    const { rows: rates } = await client.query<{ rows: number }>(RATES_BEFORE, [source, day]);
    sources.push({ source, rows, before: rates[0]?.rows ?? null });
  }
  return sources.sort((a, b) => (a.source < b.source ? -1 : a.source > b.source ? 1 : 0));
}

/** Only the cells that differ. */
function toDifference({ table, key, before, after }: PreviewedRow): PreviewedRow {
  const names = Object.keys(after ?? before ?? {}).filter((name) => before?.[name] !== after?.[name]);
  const pick = (row: PreviewedRow["before"]) =>
    row && Object.fromEntries(names.map((name) => [name, row[name] == null ? null : String(row[name])]));
  return { table, key, before: pick(before), after: pick(after) };
}

function pairLevels(
  before: readonly IndexRow[],
  after: readonly IndexRow[],
  seen: readonly IndexRow[],
): PreviewedIndex[] {
  const keyOf = ({ country, kind }: IndexRow) => `${country} ${kind}`;
  const toLevel = (row: IndexRow | undefined) =>
    row === undefined ? null : { value: row.value, low: row.low, high: row.high };
  const looked = new Map(seen.map((row) => [keyOf(row), row]));
  const old = new Map(before.map((row) => [keyOf(row), row]));
  const now = new Map(after.map((row) => [keyOf(row), row]));
  return [...new Map([...old, ...now]).values()].map((row) => ({
    country: row.country,
    kind: row.kind,
    before: toLevel(old.get(keyOf(row))),
    after: toLevel(now.get(keyOf(row))),
    ...(looked.size > 0 && { seen: toLevel(looked.get(keyOf(row))) }),
  }));
}

/** Names no folder of this machine. */
function placeIn({ path, line, column, text }: LocatedFault, files: readonly UnpackedFile[]) {
  const folders = files.map(({ path: whole, name }) => whole.slice(0, -name.length));
  const shorter = folders.reduce((left, folder) => left.replaceAll(folder, ""), text);
  return { file: basename(path), line, column, text: shorter };
}

function toFaulty(error: ImportRejected, files: readonly UnpackedFile[]): Preview {
  return {
    ...EMPTY_PREVIEW,
    files: files.map(({ name, sha256 }) => ({
      name,
      sha256,
      format: "",
      added: 0,
      changed: 0,
      confirmed: 0,
      unchanged: 0,
      skipped: 0,
      rewritten: [],
    })),
    faults: {
      count: error.faultCount,
      first: error.located.map((fault) => placeIn(fault, files)),
      wholes: [...error.wholes],
    },
    leftOut: error.leftOut.map((fault) => placeIn(fault, files)),
  };
}

function nameFile(path: string, files: readonly UnpackedFile[]) {
  const name = basename(path);
  return { name, sha256: files.find((file) => file.name === name)?.sha256 ?? "" };
}

const pick = ({ format, added, changed, confirmed, unchanged, skipped, rewritten }: ImportResult["files"][number]) => ({
  format,
  added,
  changed,
  confirmed,
  unchanged,
  skipped,
  rewritten,
});
