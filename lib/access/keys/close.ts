import "server-only";
import { closeKeyLookup } from "./lookup";
import { closeUsage } from "./usage";

/** Writes the usage that was counted and ends the listening, for a process that stops. */
export async function closeKeys(): Promise<void> {
  await Promise.all([closeKeyLookup(), closeUsage()]);
}
