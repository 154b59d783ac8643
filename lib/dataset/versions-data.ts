import "server-only";
import { db } from "@/lib/platform/db";
import { readOncePerVersion } from "./per-version";
import type { DatasetVersion } from "./version";

/** All published versions up to the one that is read, oldest first. */
export const findPublishedVersions = readOncePerVersion("published-versions", async (): Promise<DatasetVersion[]> => {
  return db().$queryRaw`
    SELECT id, version, published_at AS "publishedAt", in_ledger AS "inLedger", coalesce(redacted, 0) AS redacted
    FROM dataset_version ORDER BY id`;
});
