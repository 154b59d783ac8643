import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { LOOK_EVERY_MS } from "@/lib/platform/notices";
import { repeat } from "@/lib/platform/repeat";
import { workAlone } from "@/lib/platform/work-alone";
import { currentVersion, readNewestVersion, toVersion, type Version } from "@/lib/versions/current";
import { makeBundle } from "./bundle";
import { isDiskFault, makeExportFile } from "./export-files";
import { type ExportSpec, toExportSpec } from "./export-spec";
import { reportFailure } from "./failures";
import { removeUnused } from "./folder";
import { DATASET_NAMES, EXPORT_FORMATS } from "./schema";

/** Begins so much later than a publish, whose callers and successors come first; and looks so often while not all is done. */
const LATER_MS = 2_000;
const RETRY_AFTER_MS = 10_000;

/** History comes first, because it takes longest; Parquet last, because fewest ask for it. */
export const listWholeDatasets = (): ExportSpec[] =>
  EXPORT_FORMATS.flatMap((format) =>
    [...DATASET_NAMES]
      .sort((a, b) => Number(b === "history") - Number(a === "history"))
      .map((dataset) => toExportSpec({ dataset, format, bom: 0 })),
  );

/**
 * Removes unused files and makes those of whole datasets and their bundle, at the start and after each publish, in one
 * process per database.
 */
export function watchExports(dir: string): () => void {
  let made = 0;
  let tidied = 0;
  let isEnded = false;
  let isToDo = false;
  const look = async () => {
    const version = await readNewestVersion();
    if (version === null) return;
    isToDo = true;
    const isCalledOff = async () => isEnded || (await currentVersion())?.id !== version.id;
    // First, because the disk may be full of unused files.
    if (tidied !== version.id && (await removeUnused(dir))) tidied = version.id;
    if (made !== version.id && (await makeAhead(dir, version, isCalledOff))) made = version.id;
    isToDo = tidied !== version.id || made !== version.id;
  };
  const wait = async (error: unknown) => {
    if (!isDiskFault(error)) reportFailure("folder", error, { dir });
    await sleep(RETRY_AFTER_MS, undefined, { ref: false });
  };
  const work = () => sleep(LATER_MS, undefined, { ref: false }).then(look).catch(wait);
  const end = repeat(work, LOOK_EVERY_MS, {
    isNow: true,
    wokenBy: "version",
    untilDue: async () => (isToDo ? 0 : LOOK_EVERY_MS),
  });
  return () => {
    isEnded = true;
    end();
  };
}

/** Returns false when it must be tried again: another process is at work, or this was called off. */
async function makeAhead(dir: string, newest: Version, isCalledOff: () => Promise<boolean>): Promise<boolean> {
  if (env().EXPORT_AHEAD === "0") return true;
  const started = performance.now();
  const isDone = await workAlone("exportsAhead", "export-lock", async () => {
    for (const { version, spec } of await listMissing(newest)) {
      if (await isCalledOff()) return false;
      await makeExportFile(dir, version, spec);
    }
    await makeBundle(dir, newest);
    log().info({ version: newest.version, durationMs: Math.round(performance.now() - started) }, "exports made ahead");
    return true;
  });
  return isDone === true;
}

/** Includes older versions without a recorded SHA-256, which quick publishes leave behind. */
async function listMissing(newest: Version): Promise<{ version: Version; spec: ExportSpec }[]> {
  const where = { isPruned: false };
  const versions = await db().datasetVersion.findMany({ where, orderBy: { id: "desc" }, include: { files: true } });
  return versions.flatMap((row) => {
    const files = row.files.filter(({ redacted }) => redacted === row.redacted);
    const isRecorded = (spec: ExportSpec) =>
      files.some((file) => file.dataset === spec.dataset && file.format === spec.format);
    const specs = listWholeDatasets().filter((spec) => row.id === newest.id || !isRecorded(spec));
    return specs.map((spec) => ({ version: toVersion(row), spec }));
  });
}
