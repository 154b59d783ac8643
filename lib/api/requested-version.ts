import "server-only";
import { currentVersion, type DatasetVersion, knownVersion, refreshVersion } from "@/lib/dataset/version";
import { findPublishedVersions } from "@/lib/dataset/versions-data";
import { readVersion } from "@/lib/old-versions/read-version";
import type { Problem } from "./problem";

/** The 410 of a version that the ledger cannot give again. */
export function toGone(version: string): Problem {
  return {
    kind: "gone",
    detail: `${version} was published before the ledger was begun, and cannot be given again; /api/versions lists those that can.`,
  };
}

/** The published version that a query (without "?") names; null where it names none, or none that there is. */
export async function findRequestedVersion(search: string): Promise<DatasetVersion | null> {
  const name = new URLSearchParams(search).get("version");
  if (name === null || (await currentVersion()) === null) return null;
  // A link may name a version that another process published a moment ago.
  if (Number(name.split(".")[1]) > (knownVersion()?.id ?? 0)) await refreshVersion();
  return (await findPublishedVersions()).find(({ version }) => version === name) ?? null;
}

/**
 * Runs work that reads from a version, or from the newest for null. `versionOf` names the version that the result was
 * read from: the newest may be another by then.
 */
export async function readRequested<T>(
  requested: DatasetVersion | null,
  versionOf: (result: T) => { id: number } | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (requested === null) return work();
  if (knownVersion()?.id !== requested.id) return readVersion(requested, work);
  const result = await work();
  const isOther = (versionOf(result)?.id ?? requested.id) !== requested.id;
  return isOther ? readVersion(requested, work) : result;
}
