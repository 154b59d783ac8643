import "server-only";
import { type DatasetVersion, knownVersion } from "@/lib/dataset/version";
import { readVersion } from "@/lib/old-versions/read-version";
import { pool } from "@/lib/platform/db";
import type { ExportSpec } from "./export-spec";
import { openSnapshot } from "./snapshot";

/**
 * Makes those exports of versions in the ledger whose length and SHA-256 are not recorded, newest version first, and
 * records them; the bytes are not kept. `specs`: the exports of each version.
 */
export async function fillDigests(specs: readonly ExportSpec[], signal: AbortSignal): Promise<void> {
  for (const { files, ...version } of await listLacking(specs)) {
    const lacking = specs.filter(({ dataset, format }) => !files.includes(`${dataset}.${format}`));
    const make = async () => {
      for (const spec of lacking) {
        signal.throwIfAborted();
        await drain(spec);
      }
    };
    await (version.id === knownVersion()?.id ? make() : readVersion(version, make));
  }
}

async function drain(spec: ExportSpec): Promise<void> {
  const { pieces, close } = await openSnapshot(spec);
  try {
    for await (const _ of pieces());
  } finally {
    await close();
  }
}

/** Versions without all of their files, newest first, with the names of those they have. */
async function listLacking(specs: readonly ExportSpec[]): Promise<(DatasetVersion & { files: string[] })[]> {
  const names = specs.map(({ dataset, format }) => `${dataset}.${format}`);
  const { rows } = await pool().query<DatasetVersion & { files: string[] }>(
    `SELECT * FROM (
       SELECT id, version, published_at AS "publishedAt", in_ledger AS "inLedger", coalesce(redacted, 0) AS redacted,
         ARRAY(
           SELECT dataset || '.' || format FROM dataset_file f
           WHERE f.version_id = v.id AND f.redacted = coalesce(v.redacted, 0) AND dataset || '.' || format = ANY ($1)
         ) AS files
       FROM dataset_version v WHERE in_ledger
     ) AS listed WHERE cardinality(files) < cardinality($1) ORDER BY id DESC`,
    [names],
  );
  return rows;
}
