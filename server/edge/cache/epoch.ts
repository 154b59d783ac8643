import { MS_PER_DAY } from "@/lib/contract/days";
import { knownVersion, type Version } from "@/lib/versions/current";

/** Dataset version and day that a cached response is of: pages say how old things are. */
export type Epoch = { id: string; version: Version; day: number };

let epoch: Epoch | null = null;

/** The epoch that is served; null until something was published. */
export function currentEpoch(): Epoch | null {
  const version = knownVersion();
  const day = Math.floor(Date.now() / MS_PER_DAY);
  if (epoch?.version !== version || epoch?.day !== day)
    epoch = version && { id: `${version.id}.${version.redacted}.${day}`, version, day };
  return epoch;
}
