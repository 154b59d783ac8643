import "server-only";
import { processSingleton } from "@/lib/platform/process-singleton";
import { NoDataset } from "./data";
import { currentVersion } from "./version";
import { VersionCache } from "./version-cache";

/**
 * Wraps a read that depends only on the dataset version: runs it once per version in this process, shared by all
 * requests. Failed reads are not cached. Throws NoDataset before the first publish.
 */
export function readOncePerVersion<T>(name: string, read: () => Promise<T>): () => Promise<T> {
  const cache = processSingleton(`read.${name}`, () => new VersionCache<T>());
  return async () => {
    const version = await currentVersion();
    if (version === null) throw new NoDataset();
    return cache.find(version, read);
  };
}
