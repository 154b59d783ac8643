import type { CountryHistory, ProductHistory } from "./schema";

/** Null for a listed price, and when nothing is known. */
export function endedOn({ is_current, runs }: CountryHistory): string | null {
  const last = runs.at(-1);
  if (is_current || last === undefined) return null;
  return last.amount === null ? last.first_seen_on : last.last_seen_on;
}

/** After this day a line assumes that the price still holds. */
export const readUntil = ({ is_current, runs }: CountryHistory): string | null =>
  is_current ? (runs.at(-1)?.last_seen_on ?? null) : null;

/** Last day of a chart of these series: that to which current prices are drawn while one is listed, else that of the last end. */
export function findLastDay({ series, until }: Pick<ProductHistory, "series" | "until">): string {
  const ends = series.map(endedOn);
  if (ends.length === 0 || ends.includes(null)) return until;
  return (
    ends
      .flatMap((day) => day ?? [])
      .sort()
      .at(-1) ?? until
  );
}

export const lastReading = ({ series, until }: Pick<ProductHistory, "series" | "until">): string =>
  series
    .flatMap(({ runs }) => runs.at(-1)?.last_seen_on ?? [])
    .sort()
    .at(-1) ?? until;
