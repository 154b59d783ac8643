import "server-only";
import { db } from "@/lib/platform/db";

const LISTED = 20;

/** The newest publishes, the one that is served first. */
export function listVersions() {
  return db().datasetVersion.findMany({ orderBy: { id: "desc" }, take: LISTED });
}

/** The newest files that changed the data. */
export function listImports() {
  return db().import.findMany({
    orderBy: { id: "desc" },
    take: LISTED,
    include: { version: { select: { version: true } } },
  });
}
