import "server-only";
import { type Tags, toWeakTags } from "@/lib/api/caching";
import type { ListQuery } from "@/lib/api/formats";
import { toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import type { Version } from "@/lib/dataset/version";
import { processSingleton } from "@/lib/platform/process-singleton";
import { readRow } from "@/lib/platform/read-row";
import { Prisma } from "@/prisma/client/client";
import type { listDatasetVersions } from "./endpoints";
import type { VersionRecord } from "./schema";

type Row = { version: VersionColumn; total: number; files: number; data: VersionRecord[] };

/** Number of recorded files as read last: they are recorded after a publish, so that the version alone tells no change. */
const read = processSingleton("version-files", () => ({ files: 0 }));

/** Entity tags of the list. */
export function toVersionTags(version: Version, key: string): Tags {
  return toWeakTags(version, `${key}\n${read.files}`);
}

/** One page of published versions, newest first. */
export async function findVersions({ page, page_size }: ListQuery<typeof listDatasetVersions>) {
  const row = await readRow<Row>(Prisma.sql`
    SELECT ${versionColumn} AS version, (SELECT count(*)::int FROM dataset_version) AS total,
      (SELECT count(*)::int FROM dataset_file) AS files,
      (SELECT coalesce(json_agg(json_build_object(
        'version', v.version,
        'published_at', to_char(v.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'prices', v.prices, 'products', v.products, 'countries', v.countries,
        'added', v.added, 'changed', v.changed, 'ended', v.ended, 'corrected', v.corrected,
        'redacted', coalesce(v.redacted, 0), 'available', v.in_ledger,
        'files', (
          SELECT coalesce(json_agg(json_build_object(
            'dataset', f.dataset, 'format', f.format, 'bytes', f.bytes, 'sha256', f.sha256
          ) ORDER BY f.dataset, f.format), '[]')
          FROM dataset_file f WHERE f.version_id = v.id AND f.redacted = coalesce(v.redacted, 0)
        )
      ) ORDER BY v.id DESC), '[]')
      FROM (SELECT * FROM dataset_version ORDER BY id DESC LIMIT ${page_size} OFFSET ${(page - 1) * page_size}) v) AS data`);
  read.files = row.files;
  return { version: toVersion(row.version), total: row.total, data: row.data };
}
