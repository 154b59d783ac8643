import type { SummarySource } from "./schema";

function segmentsOf(url: string): string[] {
  const [host = "", ...path] = url.replace(/^https?:\/\/(www\.)?|[?#].*$/gi, "").split("/");
  return [host.replace(/:\d+$/, "").toLowerCase(), ...path.filter(Boolean)];
}

export const DESK_SOURCE = "desk";
export const VISITORS_SOURCE = "visitors";
/** Sources that no program may claim, and whose readings are never complete. */
export const PEOPLE_SOURCES: readonly string[] = [DESK_SOURCE, VISITORS_SOURCE];
export const OLDEST_LISTED = 1_000;
/** Factor from which a price deserves a check, above or below the median of its product. */
export const MEDIAN_FACTOR = 3;
/** SQL condition, of a price and its product by their aliases: it is so far from the median. */
export const isOffMedianSql = (price: string, product: string) =>
  `(${price}.usd_monthly::numeric > ${MEDIAN_FACTOR} * ${product}.usd_monthly_median::numeric
    OR ${price}.usd_monthly::numeric * ${MEDIAN_FACTOR} < ${product}.usd_monthly_median::numeric)`;
/** From this factor in US dollars on, a change up or down needs a check. */
export const JUMP_FACTOR = 5;
/** From this factor on, a price needs a check that is further from what all others let expect of it. */
export const UNEXPECTED_FACTOR = 5;
/** From this factor in US dollars on, a price that only its exchange rate moved needs a check. */
export const RATE_MOVE_FACTOR = 2;

/** Same host, longest common path. Null for an unknown host. */
export function sourceOf(url: string, sources: readonly SummarySource[]): SummarySource | null {
  const known = parsed.get(sources) ?? sources.map((source) => ({ source, own: segmentsOf(source.url) }));
  parsed.set(sources, known);
  const wanted = segmentsOf(url);
  let best: { source: SummarySource; shared: number } | null = null;
  for (const { source, own } of known) {
    const different = own.findIndex((segment, i) => segment !== wanted[i]);
    const shared = different === -1 ? own.length : different;
    const score = shared + (source.prices > 0 ? 0.5 : 0);
    if (shared > 0 && (best === null || score > best.shared)) best = { source, shared: score };
  }
  return best?.source ?? null;
}
/** Parsed once, because every table row asks for its source. */
const parsed = new WeakMap<readonly SummarySource[], { source: SummarySource; own: string[] }[]>();

export type UsedSource = { source: SummarySource; count: number; from: string; to: string };

export function nameSources(
  counted: readonly { source: string; n_prices: number; from: string; to: string }[],
  sources: readonly SummarySource[],
): UsedSource[] {
  const byId = new Map(sources.map((source) => [source.id, source]));
  return counted.flatMap(({ source: id, n_prices: count, from, to }) => {
    const source = byId.get(id);
    return source ? [{ source, count, from, to }] : [];
  });
}

export const chooseSources = (ids: readonly string[], sources: readonly SummarySource[]): { source: SummarySource }[] =>
  sources.filter(({ id }) => ids.includes(id)).map((source) => ({ source }));

/** Most prices first. */
export function listUsedSources(
  prices: readonly { source_url: string; verified_on: string }[],
  sources: readonly SummarySource[],
): UsedSource[] {
  const used = new Map<string, UsedSource>();
  for (const { source_url, verified_on } of prices) {
    const source = sourceOf(source_url, sources);
    if (source === null) continue;
    const known = used.get(source.id);
    if (known === undefined) used.set(source.id, { source, count: 1, from: verified_on, to: verified_on });
    else {
      known.count += 1;
      if (verified_on < known.from) known.from = verified_on;
      if (verified_on > known.to) known.to = verified_on;
    }
  }
  return [...used.values()].sort((a, b) => b.count - a.count);
}
