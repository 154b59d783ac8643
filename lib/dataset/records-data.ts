import "server-only";
import { db } from "@/lib/platform/db";

const LISTED = 20;

/** Newest dataset versions, the current one first. */
export function listVersions() {
  return db().datasetVersion.findMany({ orderBy: { id: "desc" }, take: LISTED });
}

/** Newest imported files that changed the data. */
export function listImports() {
  return db().import.findMany({
    orderBy: { id: "desc" },
    take: LISTED,
    include: { version: { select: { version: true } } },
  });
}
