import type { EditionSource } from "./schema";

const segmentsOf = (url: string) => {
  const { hostname, pathname } = new URL(url);
  return [hostname.replace(/^www\./, ""), ...pathname.split("/").filter(Boolean)];
};

/** The source that a page belongs to: same host, most of the path in common. Null for a host that no source has. */
export function sourceOf(url: string, sources: readonly EditionSource[]): EditionSource | null {
  const wanted = segmentsOf(url);
  let best: { source: EditionSource; shared: number } | null = null;
  for (const source of sources) {
    const own = segmentsOf(source.url);
    const different = own.findIndex((segment, i) => segment !== wanted[i]);
    const shared = different === -1 ? own.length : different;
    const score = shared + (source.prices > 0 ? 0.5 : 0);
    if (shared > 0 && (best === null || score > best.shared)) best = { source, shared: score };
  }
  return best?.source ?? null;
}

/** One source of some prices, and the days on which they were read there. */
export type UsedSource = { source: EditionSource; count: number; from: string; to: string };

/** Which sources some prices come from, the one with most prices first. */
export function listUsedSources(
  prices: readonly { source_url: string; verified_on: string }[],
  sources: readonly EditionSource[],
): UsedSource[] {
  const used = new Map<string, { source: EditionSource; days: string[] }>();
  for (const { source_url, verified_on } of prices) {
    const source = sourceOf(source_url, sources);
    if (source === null) continue;
    const known = used.get(source.id) ?? { source, days: [] };
    known.days.push(verified_on);
    used.set(source.id, known);
  }
  return [...used.values()]
    .map(({ source, days }) => {
      days.sort();
      return { source, count: days.length, from: days[0] ?? "", to: days.at(-1) ?? "" };
    })
    .sort((a, b) => b.count - a.count);
}
