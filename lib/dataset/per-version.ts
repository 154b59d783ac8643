import "server-only";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";
import { NoDataset } from "./data";
import { currentVersion } from "./version";

/**
 * Wraps a read that depends only on the dataset version: runs it once per version in this process, shared by all
 * requests. Failed reads are not cached. Throws NoDataset before the first publish.
 */
export function readOncePerVersion<T>(name: string, read: () => Promise<T>): () => Promise<T> {
  const cached = processSingleton(`read.${name}`, () => ({ id: -1, answer: null as Promise<T> | null }));
  return async () => {
    const version = await currentVersion();
    if (version === null) throw new NoDataset();
    if (cached.answer === null || cached.id !== version.id) {
      const reading = outsideRequests(read);
      cached.id = version.id;
      cached.answer = reading;
      reading.catch(() => {
        if (cached.answer === reading) cached.answer = null;
      });
    }
    return cached.answer;
  };
}
