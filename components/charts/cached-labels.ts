import { type LabelSheet, type LabelText, type PlacedLabel, placeLabels } from "./place-labels";

/** Most cached maps; some kilobytes each. */
const MAX_CACHED = 600;

const cache = new Map<string, Placement[]>();

/**
 * placeLabels with a cache of the last few hundred maps: placing takes tens of milliseconds, and every reader gets the
 * same map until the data changes.
 */
export function placeLabelsCached<T extends LabelText>(labels: readonly T[], sheet: LabelSheet): PlacedLabel<T>[] {
  const key = JSON.stringify([labels.map(({ code, lines, isLead }) => [code, lines, isLead]), sheet]);
  const cached = cache.get(key);
  const byCode = new Map(labels.map((label) => [label.code, label]));
  const placements =
    cached ?? placeLabels(labels, sheet).map(({ code, x, y, side, leaderTo }) => ({ code, x, y, side, leaderTo }));
  if (cached === undefined) {
    cache.set(key, placements);
    const oldest = cache.keys().next();
    if (cache.size > MAX_CACHED && !oldest.done) cache.delete(oldest.value);
  }
  return placements.flatMap(({ code, ...place }) => {
    const label = byCode.get(code);
    return label ? [{ ...label, ...place }] : [];
  });
}

type Placement = Pick<PlacedLabel<LabelText>, "code" | "x" | "y" | "side" | "leaderTo">;
