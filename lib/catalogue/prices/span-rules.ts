import type { CountryHistory, ProductHistory } from "./history-schema";

/** The day on which a price was no longer listed; null while one is, and where nothing is known. */
export function endedOn({ is_current, runs }: CountryHistory): string | null {
  const last = runs.at(-1);
  if (is_current || last === undefined) return null;
  return last.amount === null ? last.first_seen_on : last.last_seen_on;
}

/** The day of the last reading of a price that is listed; after it, a line only assumes that the price still holds. */
export const readUntil = ({ is_current, runs }: CountryHistory): string | null =>
  is_current ? (runs.at(-1)?.last_seen_on ?? null) : null;

/** The day to which these series are told: of the exchange rates while one is listed, else of the last end. */
export function toldUntil({ series, until }: Pick<ProductHistory, "series" | "until">): string {
  const ends = series.map(endedOn);
  if (ends.length === 0 || ends.includes(null)) return until;
  return (
    ends
      .flatMap((day) => day ?? [])
      .sort()
      .at(-1) ?? until
  );
}

/** The newest day on which any of these series was read. */
export const lastReading = ({ series, until }: Pick<ProductHistory, "series" | "until">): string =>
  series
    .flatMap(({ runs }) => runs.at(-1)?.last_seen_on ?? [])
    .sort()
    .at(-1) ?? until;
