import "server-only";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";
import { NoDataset } from "./data";
import { currentVersion } from "./version";

/**
 * A read whose answer depends on the dataset version alone, made once a version in this process and shared by
 * all requests. A failed read is not kept. Throws NoDataset while nothing has been published.
 */
export function readOncePerVersion<T>(name: string, read: () => Promise<T>): () => Promise<T> {
  const kept = processSingleton(`read.${name}`, () => ({ id: -1, answer: null as Promise<T> | null }));
  return async () => {
    const version = await currentVersion();
    if (version === null) throw new NoDataset();
    if (kept.answer === null || kept.id !== version.id) {
      const reading = outsideRequests(read);
      kept.id = version.id;
      kept.answer = reading;
      reading.catch(() => {
        if (kept.answer === reading) kept.answer = null;
      });
    }
    return kept.answer;
  };
}
