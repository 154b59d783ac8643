import "server-only";
import { closeKeyLookup } from "./lookup";
import { closeUsage } from "./usage";

/** Writes the counted usage and stops listening, when the process stops. */
export async function closeKeys(): Promise<void> {
  await Promise.all([closeKeyLookup(), closeUsage()]);
}
