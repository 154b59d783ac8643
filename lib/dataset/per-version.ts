import "server-only";
import { processSingleton } from "@/lib/platform/process-singleton";
import { NoDataset } from "./data";
import { currentVersion, knownVersion, onPublish, type Version } from "./version";
import { VersionCache } from "./version-cache";

/** Read of this process: `again` reads a version where one was read before, `ms` is how long that took the last time. */
type KnownRead = { again: (version: Version) => Promise<unknown>; ms: number };

const reads = processSingleton("reads-per-version", () => {
  const byName = new Map<string, KnownRead>();
  onPublish((version) => void readAhead([...byName.values()], version));
  return byName;
});

/**
 * Reads one after the other what was read of the version before, so that few callers wait for it after a publish. The
 * short ones first: every page needs some of them.
 */
async function readAhead(known: readonly KnownRead[], version: Version): Promise<void> {
  for (const read of known.toSorted((a, b) => a.ms - b.ms)) {
    if (knownVersion()?.id !== version.id) return;
    const startedAt = performance.now();
    // Drops the error: a failed read is not cached, so the next caller reads again and is told of it.
    await read.again(version).catch(() => {});
    read.ms = performance.now() - startedAt;
  }
}

/**
 * Wraps a read that depends only on the dataset version: runs it once per version in this process, shared by all
 * requests, and again after a publish. Failed reads are not cached. Throws NoDataset before the first publish.
 */
export function readOncePerVersion<T>(name: string, read: () => Promise<T>): () => Promise<T> {
  const cache = processSingleton(`read.${name}`, () => new VersionCache<T>());
  reads.set(name, { again: async (version) => (cache.isUsed ? cache.find(version, read) : null), ms: 0 });
  return async () => {
    const version = await currentVersion();
    if (version === null) throw new NoDataset();
    return cache.find(version, read);
  };
}
