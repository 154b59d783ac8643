import "server-only";
import type { ClientBase } from "pg";
import { checkStaged } from "./check/check-staged";
import { applyRateCorrections } from "./merge/apply-corrections";
import { mergeLenses } from "./merge/merge-lenses";
import { mergePrices } from "./merge/merge-prices";
import { mergeCountries, mergeProducts, mergeRates, mergeSources } from "./merge/merge-references";
import { countStateChanges } from "./publish/count-changes";
import { fileOutliers } from "./publish/file-outliers";
import {
  countEndedSeries,
  findCheapestChanges,
  findPriceChanges,
  listLargestChanges,
  saveProductsBefore,
} from "./publish/find-price-changes";
import { findWarnings } from "./publish/find-warnings";
import { mergeLargestChanges } from "./publish/price-changes";
import { publishVersion } from "./publish/publish";
import { summarizeProducts } from "./publish/summarize-products";
import { latestDay } from "./read/cell-rules";
import type { FormatName } from "./read/formats/format";
import { recordImports } from "./record-imports";
import { FaultList, formatFault } from "./report/faults";
import type { ProgressReport } from "./report/progress-report";
import {
  type ChangeCount,
  type FileResult,
  ImportRejected,
  type ImportResult,
  OutliersFound,
  type Warning,
} from "./report/result";
import { formatOf, openFiles, sortPaths } from "./stage/open-files";
import { type StagedFile, stageFile } from "./stage/stage-file";
import { createStageTables } from "./stage/stage-tables";

/** Files and options of an import. */
export interface ImportSettings {
  /** Paths in any order; the header of each file tells its format. */
  files: readonly string[];
  /** Person responsible: a staff address, or the origin of a command. */
  importedBy: string;
  /** Requires one format for every file. */
  format?: FormatName | undefined;
  /** Runs all steps and rolls back. */
  isDryRun?: boolean;
  acceptsOutliers?: boolean;
  /** Clock that days are checked against. */
  now?: Date;
}

/** From this many new figures on, outdated planner statistics would slow down the following queries. */
const ANALYZE_FROM = 1_000;

/**
 * Runs the steps of an import inside the caller's transaction: stage, check, merge, warn, publish. Throws
 * ImportRejected and OutliersFound.
 */
export async function runImport(
  client: ClientBase,
  settings: ImportSettings,
  progress: ProgressReport,
): Promise<ImportResult> {
  const { isDryRun = false, acceptsOutliers = false, now = new Date() } = settings;
  const startedAt = new Date();
  const paths = sortPaths(settings.files);
  const faults = new FaultList();
  const files = await openFiles(paths, settings.format, faults);

  progress.expect(files.reduce((sum, file) => sum + file.bytes, 0));
  await createStageTables(client, files);
  await saveProductsBefore(client);
  const staged: StagedFile[] = [];
  for (const file of files) {
    const onRead = ({ rows, bytes }: { rows: number; bytes: number }) => progress.read(rows, bytes);
    const stagedFile = await stageFile(client, file, { faults, latestDay: latestDay(now), onRead });
    staged.push(stagedFile);
    progress.finishFile(stagedFile.staged, stagedFile.bytes);
  }

  progress.report("checking");
  await checkStaged(client, files, faults);
  if (faults.count > 0) {
    const lines = faults.first().map((fault) => formatFault(fault, paths));
    const located = faults.first().map(({ file, ...fault }) => ({ ...fault, path: paths[file] ?? "" }));
    throw new ImportRejected(lines, faults.count, located);
  }

  progress.report("merging");
  await mergeCountries(client);
  const counts = [
    ...(await mergeSources(client)),
    ...(await mergeProducts(client)),
    ...(await applyRateCorrections(client, settings.importedBy)),
    ...(await mergeRates(client)),
    ...(await mergeLenses(client)),
    ...(await mergePrices(client, settings.importedBy)),
  ];
  const result: ImportResult = {
    isDryRun,
    // Sources or products that a format implies do not count as a change.
    hasChanges: counts.some(({ file }) => file !== null),
    published: null,
    files: staged.map((file) => countChanges(file, counts)),
    endedSeries: 0,
    cheapestChanges: [],
    largestChanges: [],
    warnings: [],
  };
  if (!result.hasChanges) return result;
  if (counts.reduce((sum, { count }) => sum + count, 0) >= ANALYZE_FROM) {
    await client.query("ANALYZE country, product, price, price_observation, fx_rate");
  }

  progress.report("publishing");
  await summarizeProducts(client);
  await findPriceChanges(client);
  await mergeLargestChanges(client);
  result.endedSeries = await countEndedSeries(client);
  result.cheapestChanges = await findCheapestChanges(client);
  result.largestChanges = await listLargestChanges(client);
  result.warnings = await findWarnings(client, now);
  if (!acceptsOutliers && result.warnings.some((warning) => warning.isBlocking))
    throw new OutliersFound(result.warnings);
  if (!isDryRun) await fileOutliers(client);
  result.published = await publishVersion(client, await countStateChanges(client));
  if (result.published) {
    const { id, rateWarnings } = result.published;
    await recordImports(client, id, { files: result.files, startedAt, importedBy: settings.importedBy });
    result.warnings.push(...toWarnings(rateWarnings));
  }
  return result;
}

function countChanges(file: StagedFile, counts: readonly ChangeCount[]): FileResult {
  const changes = { added: 0, changed: 0, confirmed: 0 };
  for (const { kind, count } of counts.filter((change) => change.file === file.index)) changes[kind] += count;
  const unchanged = file.staged - changes.added - changes.changed - changes.confirmed;
  const { path, name, bytes, sha256, skipped } = file;
  return { path, name, bytes, sha256, format: formatOf(file), ...changes, unchanged, skipped };
}

function toWarnings(lines: string[]): Warning[] {
  return lines.length > 0 ? [{ kind: "rates", isBlocking: false, count: lines.length, lines }] : [];
}
