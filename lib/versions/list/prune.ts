import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClientBase } from "pg";
import { listWholeDatasets } from "@/lib/exports/ahead";
import { makeExportFile } from "@/lib/exports/export-files";
import { findKept } from "@/lib/exports/folder";
import { inImportTransaction } from "@/lib/import/import-transaction";
import { db, longPool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { toVersion, type Version } from "@/lib/versions/current";
import { PRUNABLE, removeRows, republish } from "@/lib/versions/publish/publish";

/** A request may read a version this long after its lookup. */
const READ_MS = 6_000;

/**
 * Removes rows of versions beyond the newest `keep`, except those named by open work; keeps files in `dir`. Returns
 * removed bytes by version, and names kept.
 */
export async function pruneVersions(dir: string, keep: number) {
  const rows = await db().datasetVersion.findMany({ orderBy: { id: "desc" }, skip: Math.max(1, keep) });
  const versions = rows.map(toVersion);
  const named = await findNamed();
  const pruned = new Map<string, number>();
  const held = versions.filter(({ id }) => named.has(id)).map(({ version }) => version);
  const removed: Version[] = [];
  for (const version of versions) {
    if (named.has(version.id) || (version.isPruned && !(await hasRows(version)) && (await hasFiles(dir, version))))
      continue;
    await keepFiles(dir, version);
    removed.push(version);
  }
  if (removed.length === 0) return { pruned, held };
  await sleep(READ_MS);
  for (const { id, version } of removed)
    pruned.set(version, await inTransaction((client) => removeRows(client, id, PRUNABLE)));
  // Frees the space for the next versions at once.
  await longPool().query(`VACUUM ${PRUNABLE.join(", ")}`);
  return { pruned, held };
}

async function findNamed(): Promise<ReadonlySet<number | null>> {
  const sets = await db().changeSet.findMany({
    where: { OR: [{ state: { in: ["draft", "waiting", "approved"] } }, { reports: { some: { closedAt: null } } }] },
    select: { previewedId: true, versionId: true },
  });
  return new Set(sets.flatMap(({ previewedId, versionId }) => [previewedId, versionId]));
}

const hasRows = async ({ id: versionId }: Version) => (await db().product.findFirst({ where: { versionId } })) !== null;

async function hasFiles(dir: string, version: Version): Promise<boolean> {
  const kept = await Promise.all(listWholeDatasets().map((spec) => findKept(dir, version, spec)));
  return kept.every((path) => path !== null);
}

/** Marks the rows as removed, so that the files are kept, and makes missing files. */
async function keepFiles(dir: string, version: Version): Promise<void> {
  // Its files were removed, because something was erased after its rows were.
  if (!(await hasRows(version))) await restoreVersion(version);
  await db().datasetVersion.update({ where: { id: version.id }, data: { isPruned: true } });
  for (const spec of listWholeDatasets()) await makeExportFile(dir, version, spec);
}

export async function restoreVersion({ id }: Version): Promise<void> {
  await inTransaction((client) => republish(client, id));
}

const inTransaction = <T>(work: (client: ClientBase) => Promise<T>): Promise<T> =>
  inImportTransaction(
    env().DATABASE_URL,
    () => {},
    async (client) => ({ result: await work(client), shouldCommit: true }),
  );
