import "server-only";
import { processSingleton } from "@/lib/platform/process-singleton";
import { NoDataset } from "./data";
import { currentVersion, knownVersion, onPublish, type Version } from "./version";
import { VersionCache } from "./version-cache";

/** Reads of this process by name: each reads a version again where it was read before. */
type ReadAgain = (version: Version) => Promise<unknown>;

const reads = processSingleton("reads-per-version", () => {
  const byName = new Map<string, ReadAgain>();
  onPublish((version) => void readAhead([...byName.values()], version));
  return byName;
});

/** Reads one after the other what was read of the version before, so that few callers wait for it after a publish. */
async function readAhead(readsAgain: readonly ReadAgain[], version: Version): Promise<void> {
  for (const readAgain of readsAgain) {
    if (knownVersion()?.id !== version.id) return;
    // Whoever asks next tries it again.
    await readAgain(version).catch(() => {});
  }
}

/**
 * Wraps a read that depends only on the dataset version: runs it once per version in this process, shared by all
 * requests, and again after a publish. Failed reads are not cached. Throws NoDataset before the first publish.
 */
export function readOncePerVersion<T>(name: string, read: () => Promise<T>): () => Promise<T> {
  const cache = processSingleton(`read.${name}`, () => new VersionCache<T>());
  reads.set(name, async (version) => (cache.isUsed ? cache.find(version, read) : null));
  return async () => {
    const version = await currentVersion();
    if (version === null) throw new NoDataset();
    return cache.find(version, read);
  };
}
