import "server-only";
import { JsonText } from "@/lib/contract/json-text";
import { toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import type { SourceFacts } from "@/lib/dataset/sources-data";
import { readRow } from "@/lib/platform/read-row";
import { Prisma } from "@/prisma/client/client";

/** All sources of one dataset version, those with most prices first. */
export async function listSourceFacts() {
  const { version, data } = await readRow<{ version: VersionColumn; data: string }>(Prisma.sql`
    SELECT ${versionColumn} AS version, (SELECT figures::text FROM page_figure WHERE name = 'sources') AS data`);
  return { version: toVersion(version), data: new JsonText<SourceFacts[]>(data) };
}
