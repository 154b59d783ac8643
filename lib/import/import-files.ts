import "server-only";
import type { ClientBase } from "pg";
import { writeMails } from "@/lib/mails/outbox/mutations";
import { currentTime, laterDay } from "@/lib/platform/clock";
import { nextVersionId, publishVersion } from "@/lib/versions/publish/publish";
import { toDay } from "@/lib/versions/values";
import { writeDeliveries } from "@/lib/webhooks/mutations";
import { checkPrices, resolveOpentherank } from "./check/check-prices";
import { checkRates } from "./check/check-rates";
import {
  checkAccess,
  checkEvidence,
  checkKnown,
  checkOfProgram,
  checkOnce,
  checkOwn,
  checkRemovals,
  checkScopes,
  checkTaxDays,
  stageSources,
} from "./check/check-references";
import { checkSamePlans, keepSamePlans } from "./check/check-same-plans";
import { holdRates, type RateHold } from "./check/hold-rates";
import { inImportTransaction } from "./import-transaction";
import { merge, republishErased } from "./merge/merge";
import { dayAfter } from "./read/cell-rules";
import { FaultList } from "./read/faults";
import type { FormatName, StageTable } from "./read/formats/format";
import { RATE_SOURCES } from "./read/formats/rates";
import { KEPT_FAULTS, LeftOutRows } from "./read/left-out-rows";
import { type ImportFile, openFiles, sortPaths } from "./read/open/detect";
import type { Choices } from "./read/people/cells-rules";
import { fileOutliers, findOutliers } from "./report/find-outliers";
import { findUnexpected } from "./report/find-unexpected";
import { countEndedSeries, findCheapestChanges, findWarnings, LISTED, listRateWarnings } from "./report/find-warnings";
import { findPriceChanges, listLargestChanges, toAmountChange } from "./report/price-changes";
import {
  type ChangeCount,
  type FileResult,
  type ImportProgress,
  ImportRejected,
  type ImportResult,
  type LocatedFault,
  locate,
  OutliersFound,
} from "./report/result";
import { type StagedFile, stageFile } from "./stage/stage-file";
import { createStageTables, WHOLE_TABLES } from "./stage/tables";

export interface ImportOptions {
  connectionString: string;
  files: readonly string[];
  /** A staff address, or the origin of a command. */
  importedBy: string;
  /** Files are held to it strictly. */
  format?: FormatName | undefined;
  /** Files are read as people and spreadsheets write them, where no format is given; missing: strictly. */
  people?: Choices | undefined;
  /** A source that refreshes itself; it may write its own products and sources only. */
  feedId?: string | null;
  /** Readings may not claim to be of staff or visitors. */
  isOfProgram?: boolean;
  /** Rates out of their bounds are left out, and told in the result. */
  holdsRates?: boolean;
  /** Rows with faults are left out, and told in the result; faults of a whole file stop it all the same. */
  leavesOut?: boolean;
  /** Runs all steps and rolls back. */
  isDryRun?: boolean;
  acceptsOutliers?: boolean;
  now?: Date;
  /** Days of the bundled files are facts whatever the clock says. */
  isBundled?: boolean;
  onProgress?: ((progress: ImportProgress) => void) | undefined;
  /** Runs in the transaction before any reading; an error ends the import. */
  begin?: (client: ClientBase) => Promise<void>;
  /** Runs last in the transaction, also before the rollback of a dry run. */
  record?: (client: ClientBase, result: ImportResult) => Promise<void>;
}

type Report = (progress: Partial<ImportProgress>) => void;

/** From this many figures on, outdated statistics would slow down the next queries. */
const ANALYZE_FROM = 1_000;
const LAST_DAY = "9999-12-31";

/**
 * Imports files and publishes their changes in one transaction; another import waits. Throws ImportRejected,
 * OutliersFound and NewerDatabase without any change, and errors of pg.
 */
export async function importFiles(options: ImportOptions): Promise<ImportResult> {
  const progress: ImportProgress = { phase: "reading", rows: 0, bytes: 0, totalBytes: 0 };
  const report: Report = (change) => options.onProgress?.({ ...Object.assign(progress, change) });
  const onWait = () => report({ phase: "waiting" });
  return inImportTransaction(options.connectionString, onWait, async (client) => {
    await options.begin?.(client);
    const { result, held } = await runImport(client, options, report);
    await options.record?.(client, result);
    // Last, because the report compares with the versions as they were.
    if (!result.isDryRun && result.published !== null) {
      await republishErased(client, result.published.id, held);
      await writeMails(client, result.published.id);
      await writeDeliveries(client, result.published.id);
    }
    return { result, shouldCommit: !result.isDryRun && result.hasChanges };
  });
}

async function runImport(client: ClientBase, options: ImportOptions, report: Report) {
  const { importedBy, isDryRun = false, acceptsOutliers = false } = options;
  const startedAt = currentTime();
  const { staged, rates, leftOut } = await stageGood(client, options, report);

  report({ phase: "merging" });
  const versionId = await nextVersionId(client);
  const { counts, held } = await merge(client, versionId, importedBy);
  const files = staged.map((file) => countChanges(file, counts, leftOut));
  // Sources or products implied by a format do not count as a change.
  const hasChanges = counts.some(({ file }) => file !== null);
  const result: ImportResult = {
    isDryRun,
    hasChanges,
    files,
    published: null,
    endedSeries: 0,
    cheapestChanges: [],
    largestChanges: [],
    warnings: [],
    rateMoves: rates.moves,
    refusedRates: rates.refused,
    leftOut,
  };
  if (!hasChanges) return { result, held };
  if (counts.reduce((sum, { count }) => sum + count, 0) >= ANALYZE_FROM)
    await client.query("ANALYZE product_entry, observation, rate");

  report({ phase: "publishing" });
  result.published = await publishVersion(client, versionId);
  await findPriceChanges(client, versionId);
  await findUnexpected(client, versionId);
  await findOutliers(client, versionId);
  result.endedSeries = await countEndedSeries(client, versionId);
  result.cheapestChanges = await findCheapestChanges(client, versionId);
  result.largestChanges = (await listLargestChanges(client, { limit: LISTED })).map(toAmountChange);
  result.warnings = [...listRateWarnings(rates.moves), ...(await findWarnings(client, versionId))];
  const isUnusual = result.warnings.some(({ isBlocking }) => isBlocking);
  if (isUnusual && !acceptsOutliers) throw new OutliersFound(result.warnings);
  if (!isDryRun) await fileOutliers(client, versionId);
  if (result.published === null) return { result, held };
  await recordImports(client, files, [startedAt, importedBy, versionId]);
  const lines = result.published.rateWarnings;
  if (lines.length > 0) result.warnings.push({ kind: "rates", isBlocking: false, count: lines.length, lines });
  return { result, held };
}

/**
 * Stages and checks files; where rows may be left out, again without those that have faults, until none is left: the prices of
 * a product that is left out go too. Throws ImportRejected.
 */
async function stageGood(client: ClientBase, options: ImportOptions, report: Report) {
  const paths = sortPaths(options.files);
  const leftOut = new LeftOutRows();
  const { leavesOut = false } = options;
  while (true) {
    const faults = new FaultList(leavesOut ? KEPT_FAULTS : undefined);
    if (leavesOut) await client.query("SAVEPOINT unread");
    const found = await stageAndCheck(client, options, report, { paths, faults, leftOut });
    const before = locate(leftOut.list(), paths);
    if (faults.count === 0) return { ...found, leftOut: before };
    if (!leavesOut || !leftOut.take(faults)) throw new ImportRejected(faults, paths, before);
    await client.query("ROLLBACK TO SAVEPOINT unread");
  }
}

type Pass = { paths: readonly string[]; faults: FaultList; leftOut: LeftOutRows };

async function stageAndCheck(client: ClientBase, options: ImportOptions, report: Report, pass: Pass) {
  const { paths, faults, leftOut } = pass;
  const files = await openFiles(paths, options.format, faults, options.people);
  await createStageTables(client, files);
  report({ totalBytes: files.reduce((sum, file) => sum + file.bytes, 0) });
  const lastDay = options.isBundled ? LAST_DAY : await findLatestDay(client, options.now);
  const staged: StagedFile[] = [];
  const read = { rows: 0, bytes: 0 };
  for (const file of files) {
    const onRead = (rows: number, bytes: number) =>
      report({ phase: "reading", rows: read.rows + rows, bytes: read.bytes + bytes });
    const stagedFile = await stageFile(client, file, { faults, leftOut, latestDay: lastDay, onRead });
    staged.push(stagedFile);
    read.rows += stagedFile.staged;
    read.bytes += stagedFile.bytes;
  }
  report({ phase: "checking", ...read });
  const rates = await checkStaged(client, files, faults, options.holdsRates ?? false);
  if (options.feedId != null) await checkOwn(client, faults, options.feedId);
  if (options.isOfProgram) await checkOfProgram(client, faults);
  // A file that replaces what is stored would end what a row that is left out says; a line that is a whole file leaves nothing.
  const whole = new Set(WHOLE_TABLES.map((table) => table.staged));
  if (staged.some(({ index, format, isOneLine }) => faults.files.has(index) && (isOneLine || whole.has(format.table))))
    faults.wholes.add("file");
  return { staged, rates };
}

/** Last day that is not in the future: tomorrow, or the newest that stands where the clock runs before it. */
async function findLatestDay(client: ClientBase, now = currentTime()): Promise<string> {
  const { rows } = await client.query<{ day: string }>(
    "SELECT greatest(data_date, fx_date)::text AS day FROM dataset_version ORDER BY id DESC LIMIT 1",
  );
  return laterDay(dayAfter(toDay(now)), rows[0]?.day ?? "");
}

async function checkStaged(
  client: ClientBase,
  files: readonly ImportFile[],
  faults: FaultList,
  holdsRates: boolean,
): Promise<RateHold> {
  // Faulty sources or products are not staged; reporting their prices as unknown would hide the fault.
  const isRead = (table: StageTable) =>
    files.every(({ index, format }) => format.table !== table || !unread.has(index));
  const unread = new Set(faults.files);
  const knowsSources = isRead("stage_source");
  const knowsProducts = isRead("stage_product");
  for (const { name } of new Set(files.map(({ format }) => format)))
    if (name === "ecb" || name === "currency-api") await stageSources(client, [RATE_SOURCES[name]]);
  await keepSamePlans(client, files);
  await checkOnce(client, faults);
  await checkTaxDays(client, faults);
  await checkRates(client, faults);
  const rates = await holdRates(client, holdsRates);
  await resolveOpentherank(client, faults);
  await checkPrices(client, faults);
  if (isRead("stage_price")) await checkEvidence(client, faults);
  await checkAccess(client, faults);
  await checkRemovals(client, faults);
  if (knowsProducts) await checkSamePlans(client, faults);
  if (knowsProducts)
    for (const rows of ["read_price JOIN series ON series.id = series_id", "stage_access"])
      await checkKnown(client, faults, "product", rows);
  if (!knowsSources) return rates;
  for (const table of ["stage_rate", "read_price"]) await checkKnown(client, faults, "source", table);
  if (!knowsProducts) return rates;
  for (const { staged } of WHOLE_TABLES) await checkKnown(client, faults, "source", staged);
  await checkScopes(client, faults);
  return rates;
}

function countChanges(file: StagedFile, counts: readonly ChangeCount[], leftOut: readonly LocatedFault[]): FileResult {
  const changes = { added: 0, changed: 0, confirmed: 0 };
  for (const { kind, count } of counts.filter((change) => change.file === file.index)) changes[kind] += count;
  const unchanged = file.staged - changes.added - changes.changed - changes.confirmed;
  const { path, name, bytes, format, sha256, skipped } = file;
  return {
    path,
    name,
    bytes,
    sha256,
    format: format.name,
    ...changes,
    unchanged,
    skipped,
    leftOut: leftOut.filter((fault) => fault.path === path).length,
    rewritten: file.rewritten(),
  };
}

/** One row for each file that changed the data. Skipped rows and those that are left out count as rejected. */
async function recordImports(client: ClientBase, files: readonly FileResult[], shared: readonly unknown[]) {
  for (const { name, sha256, format, added, changed, confirmed, skipped, leftOut } of files)
    if (added + changed + confirmed > 0)
      await client.query(
        `INSERT INTO import (started_at, imported_by, version_id, file_name, sha256, format, added, changed, confirmed, rejected, finished_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [...shared, name, sha256, format, added, changed, confirmed, skipped + leftOut, currentTime()],
      );
}
