import { MS_PER_DAY } from "@/lib/contract/days";
import type { SourceFacts } from "@/lib/dataset/sources-data";
import type { SourceRecord } from "./schema";

/** Days from one reading of a publication to the next, by its id. */
export type Cadences = ReadonlyMap<string, number>;

/** Publication whose snapshots are sources of their own, each with its day at the end of its id. */
const familyOf = (id: string) => id.replace(/-\d{4}-\d{2}-\d{2}$/, "");

/**
 * Sources with the plan by which they are read again, and the readings that were missed by `today`. Of a publication
 * whose snapshots are sources of their own, the newest has the plan.
 */
export function planReadings(sources: readonly SourceFacts[], cadences: Cadences, today: string): SourceRecord[] {
  const newest = new Map<string, { id: string; to: string }>();
  for (const { id, to } of sources) {
    const known = newest.get(familyOf(id));
    if (to === null || (known && (to < known.to || (to === known.to && id < known.id)))) continue;
    newest.set(familyOf(id), { id, to });
  }
  return sources.map((source) => {
    const { id, to } = source;
    const cadence = newest.get(familyOf(id))?.id === id ? cadences.get(familyOf(id)) : undefined;
    if (cadence === undefined || to === null)
      return { ...source, cadence_days: null, last_read_on: null, next_due_on: null, missed: null };
    const due = Date.parse(to) + cadence * MS_PER_DAY;
    const missed = Math.ceil((Date.parse(today) - due) / MS_PER_DAY / cadence);
    return {
      ...{ ...source, cadence_days: cadence, last_read_on: to },
      next_due_on: new Date(due).toISOString().slice(0, 10),
      missed: Math.max(0, missed),
    };
  });
}
