import "server-only";
import { db } from "@/lib/platform/db";

const LISTED = 20;

export function listVersions() {
  return db().datasetVersion.findMany({ orderBy: { id: "desc" }, take: LISTED });
}

export function listImports() {
  return db().import.findMany({
    orderBy: { id: "desc" },
    take: LISTED,
    include: { version: { select: { version: true } } },
  });
}
