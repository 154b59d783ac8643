import "server-only";
import { Client, type ClientBase } from "pg";
import { latestDay } from "./cell-rules";
import { checkStaged } from "./check-staged";
import { FaultList, formatFault } from "./faults";
import { countEndedSeries, findCheapestChanges, findLargestMoves, findMoves, rememberBefore } from "./find-moves";
import { findWarnings } from "./find-warnings";
import type { FormatName } from "./formats/format";
import { mergePrices } from "./merge-prices";
import { mergeCountries, mergeProducts, mergeRates, mergeSources } from "./merge-references";
import { formatOf, openFiles, sortPaths } from "./open-files";
import { publishVersion } from "./publish";
import { recordImports } from "./record-imports";
import {
  type ChangeCount,
  type FileResult,
  type ImportProgress,
  ImportRejected,
  type ImportResult,
  OutliersFound,
  type Warning,
} from "./result";
import { type StagedFile, stageFile } from "./stage-file";
import { createStageTables } from "./stage-tables";
import { summarizeProducts } from "./summarize-products";

export interface ImportOptions {
  /** Paths, in any order: what each file holds is told by its header. */
  files: readonly string[];
  connectionString: string;
  /** Who answers for it: a staff address, or where the command came from. */
  importedBy: string;
  /** Holds every file to one format. */
  format?: FormatName | undefined;
  /** Does everything and takes it back. */
  isDryRun?: boolean;
  acceptsOutliers?: boolean;
  onProgress?: ((progress: ImportProgress) => void) | undefined;
  /** The clock that days are held against. */
  now?: Date;
}

/** The advisory lock that one import at a time holds; nothing else in this database takes one by this number. */
const IMPORT_LOCK = 7_436_120_945;
const WAIT_IS_SAID_AFTER_MS = 1_000;
/** From so many new figures on, the planner's old statistics mislead the queries that follow. */
const ANALYZE_FROM = 1_000;

/**
 * Imports files and publishes what they change, in one transaction: until it commits, and if this process
 * is killed at any moment before, the old dataset stays whole. One import runs at a time; another waits.
 * Throws ImportRejected (with every fault) and OutliersFound, having changed nothing; and what pg throws.
 */
export async function importFiles(options: ImportOptions): Promise<ImportResult> {
  const client = new Client({
    connectionString: options.connectionString,
    application_name: "price-atlas-import",
    connectionTimeoutMillis: 10_000,
  });
  // A lost connection fails the running query too, and is dealt with there.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("BEGIN");
    // An import may take longer than an answer may.
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query("SET LOCAL lock_timeout = 0");
    await client.query("SET LOCAL idle_in_transaction_session_timeout = 0");
    await client.query("SET LOCAL work_mem = '256MB'");
    await client.query("SET LOCAL jit = off");
    const result = await runImport(client, options);
    await client.query(result.hasChanges && !result.isDryRun ? "COMMIT" : "ROLLBACK");
    return result;
  } finally {
    await client.end();
  }
}

async function runImport(client: ClientBase, options: ImportOptions): Promise<ImportResult> {
  const { isDryRun = false, acceptsOutliers = false, now = new Date() } = options;
  const startedAt = new Date();
  const paths = sortPaths(options.files);
  const faults = new FaultList();
  const files = await openFiles(paths, options.format, faults);

  const totalBytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const read = { rows: 0, bytes: 0 };
  const progress = (phase: ImportProgress["phase"], rows = 0, bytes = 0) =>
    options.onProgress?.({ phase, rows: read.rows + rows, bytes: read.bytes + bytes, totalBytes });

  await lockOthersOut(client, () => progress("waiting"));
  await createStageTables(client, files);
  await rememberBefore(client);
  const staged: StagedFile[] = [];
  for (const file of files) {
    const onRead = ({ rows, bytes }: { rows: number; bytes: number }) => progress("reading", rows, bytes);
    const stagedFile = await stageFile(client, file, { faults, latestDay: latestDay(now), onRead });
    staged.push(stagedFile);
    read.rows += stagedFile.staged;
    read.bytes += stagedFile.bytes;
  }

  progress("checking");
  await checkStaged(client, files, faults);
  if (faults.count > 0) {
    const lines = faults.first().map((fault) => formatFault(fault, paths));
    throw new ImportRejected(lines, faults.count);
  }

  progress("merging");
  await mergeCountries(client);
  const counts = [
    ...(await mergeSources(client)),
    ...(await mergeProducts(client)),
    ...(await mergeRates(client)),
    ...(await mergePrices(client)),
  ];
  const result: ImportResult = {
    isDryRun,
    hasChanges: counts.length > 0,
    published: null,
    files: staged.map((file) => countChanges(file, counts)),
    endedSeries: 0,
    cheapestChanges: [],
    largestMoves: [],
    warnings: [],
  };
  if (!result.hasChanges) return result;
  if (counts.reduce((sum, { count }) => sum + count, 0) >= ANALYZE_FROM) {
    await client.query("ANALYZE country, product, price, price_observation, fx_rate");
  }

  progress("publishing");
  await summarizeProducts(client);
  await findMoves(client);
  result.endedSeries = await countEndedSeries(client);
  result.cheapestChanges = await findCheapestChanges(client);
  result.largestMoves = await findLargestMoves(client);
  result.warnings = await findWarnings(client, now);
  if (!acceptsOutliers && result.warnings.some((warning) => warning.isBlocking))
    throw new OutliersFound(result.warnings);
  result.published = await publishVersion(client);
  if (result.published) {
    const { id, indexWarnings } = result.published;
    await recordImports(client, id, {
      files: staged,
      results: result.files,
      startedAt,
      importedBy: options.importedBy,
    });
    result.warnings.push(...toWarnings(indexWarnings));
  }
  return result;
}

/** Waits for the import that runs, if one does, until its transaction is over. */
async function lockOthersOut(client: ClientBase, onWait: () => void): Promise<void> {
  const timer = setTimeout(onWait, WAIT_IS_SAID_AFTER_MS);
  try {
    await client.query("SELECT pg_advisory_xact_lock($1)", [IMPORT_LOCK]);
  } finally {
    clearTimeout(timer);
  }
}

function countChanges(file: StagedFile, counts: readonly ChangeCount[]): FileResult {
  const changes = { added: 0, changed: 0, confirmed: 0 };
  for (const { kind, count } of counts.filter((change) => change.file === file.index)) changes[kind] += count;
  const unchanged = file.staged - changes.added - changes.changed - changes.confirmed;
  return { path: file.path, format: formatOf(file), ...changes, unchanged, skipped: file.skipped };
}

function toWarnings(lines: string[]): Warning[] {
  return lines.length > 0 ? [{ kind: "index", isBlocking: false, count: lines.length, lines }] : [];
}
