import { MS_PER_DAY } from "@/lib/contract/days";
import { familyOf, findReadingState, findReadOn } from "@/lib/dataset/reading/rules";
import type { DayCount } from "@/lib/dataset/schema";
import type { SourceFacts } from "@/lib/dataset/sources/schema";
import type { SourceRecord } from "./schema";

/** Days between readings of a publication, by its id. */
export type Cadences = ReadonlyMap<string, number>;

/**
 * Sources with the plan by which they are read again, and the readings that were missed by `today`. Of a publication
 * whose snapshots are sources of their own, the newest has the plan. `readings`: what each has, by the day of its reading.
 */
export function planReadings(
  sources: readonly SourceFacts[],
  cadences: Cadences,
  readings: ReadonlyMap<string, readonly DayCount[]>,
  today: string,
): SourceRecord[] {
  const newest = new Map<string, { id: string; to: string }>();
  for (const { id, to } of sources) {
    const known = newest.get(familyOf(id));
    if (to === null || (known && (to < known.to || (to === known.to && id < known.id)))) continue;
    newest.set(familyOf(id), { id, to });
  }
  return sources.map((source) => {
    const { id } = source;
    const cadence = newest.get(familyOf(id))?.id === id ? cadences.get(familyOf(id)) : undefined;
    const readOn = cadence === undefined ? null : findReadOn(readings.get(familyOf(id)) ?? [], cadence);
    if (cadence === undefined || readOn === null)
      return { ...source, cadence_days: null, last_read_on: null, next_due_on: null, n_missed: null, status: null };
    const due = Date.parse(readOn) + cadence * MS_PER_DAY;
    const missed = Math.ceil((Date.parse(today) - due) / MS_PER_DAY / cadence);
    return {
      ...source,
      cadence_days: cadence,
      last_read_on: readOn,
      next_due_on: new Date(due).toISOString().slice(0, 10),
      n_missed: Math.max(0, missed),
      status: findReadingState(readOn, cadence, today),
    };
  });
}
