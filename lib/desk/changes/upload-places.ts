import "server-only";
import { processSingleton } from "@/lib/platform/process-singleton";

/** Each file that arrives needs a database connection and some megabytes. */
const AT_A_TIME = 2;

const taken = processSingleton("uploads", () => ({ count: 0 }));

/** Runs `work` where fewer than two files arrive at this process, from the desk and with keys; else returns null. */
export async function inUploadPlace<T>(work: () => Promise<T>): Promise<T | null> {
  if (taken.count >= AT_A_TIME) return null;
  taken.count++;
  try {
    return await work();
  } finally {
    taken.count--;
  }
}
