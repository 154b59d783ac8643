import "server-only";
import type { listDatasetVersions } from "@/app/api/versions/contract";
import { type Tags, toWeakTags } from "@/lib/api/caching";
import type { ListQuery } from "@/lib/api/formats";
import { toDataDays } from "@/lib/dataset/summary-data";
import { publishedDb } from "@/lib/platform/db";
import { processSingleton } from "@/lib/platform/process-singleton";
import { toVersion, type Version } from "@/lib/versions/current";
import type { VersionRecord } from "./schema";

/** Files are recorded and rows removed without a publish, so the list changes too. */
const shown = processSingleton("version-files", () => ({ state: "" }));

export function toVersionTags(version: Version, key: string): Tags {
  return toWeakTags(version, `${key}\n${shown.state}`);
}

export async function findVersions(
  _version: Version,
  { page, page_size }: ListQuery<typeof listDatasetVersions>,
): Promise<{ data: VersionRecord[]; total: number }> {
  const [rows, total, files, pruned] = await Promise.all([
    publishedDb().datasetVersion.findMany({
      orderBy: { id: "desc" },
      skip: (page - 1) * page_size,
      take: page_size,
      include: { files: { orderBy: [{ dataset: "asc" }, { format: "asc" }] } },
    }),
    publishedDb().datasetVersion.count(),
    publishedDb().datasetFile.count(),
    publishedDb().datasetVersion.count({ where: { isPruned: true } }),
  ]);
  shown.state = `${files} ${pruned}`;
  const withdrawn = await countWithdrawn(rows.map(({ id }) => id));
  const data = rows.map((row) => ({
    version: row.version,
    published_at: row.publishedAt.toISOString(),
    ...toDataDays(toVersion(row)),
    n_prices: row.prices,
    n_products: row.products,
    n_countries: row.countries,
    added: row.added,
    changed: row.changed,
    ended: row.ended,
    corrected: row.corrected,
    redacted: row.redacted,
    available: !row.isPruned,
    withdrawn: row.corrected === null ? null : (withdrawn.get(row.id) ?? 0),
    left_out: row.leftOut,
    files: row.files.flatMap(({ dataset, format, bytes, sha256, ...file }) =>
      file.redacted === row.redacted ? [{ dataset, format, bytes: Number(bytes), sha256 }] : [],
    ),
  }));
  return { data, total };
}

async function countWithdrawn(versionIds: number[]): Promise<ReadonlyMap<number, number>> {
  const counts = await publishedDb().correction.groupBy({
    by: ["versionId"],
    where: { versionId: { in: versionIds }, action: "withdraw" },
    _count: true,
  });
  return new Map(counts.map(({ versionId, _count: count }) => [versionId, count]));
}
