import "server-only";
import { processSingleton } from "@/lib/platform/process-singleton";

/** Each file that arrives needs a database connection and some megabytes. */
const AT_A_TIME = 2;
/** So that slow senders with keys leave a place to the staff. */
const WITH_KEYS = 1;

const taken = processSingleton("uploads", () => ({ count: 0, withKeys: 0 }));

/** Runs `work` where fewer than two files arrive at this process, one of them with a key; else returns null. */
export async function inUploadPlace<T>(by: "staff" | "key", work: () => Promise<T>): Promise<T | null> {
  const isOfKey = by === "key";
  if (taken.count >= AT_A_TIME || (isOfKey && taken.withKeys >= WITH_KEYS)) return null;
  taken.count++;
  if (isOfKey) taken.withKeys++;
  try {
    return await work();
  } finally {
    taken.count--;
    if (isOfKey) taken.withKeys--;
  }
}
