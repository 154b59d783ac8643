import { type LabelText, type PlacedLabel, placeLabels } from "./place-labels";

type Sheet = Parameters<typeof placeLabels>[1];

/** Maps that are remembered; some kilobytes each. */
const MAX_KEPT = 600;

const kept = new Map<string, Placement[]>();

/**
 * placeLabels, with the answers for the last few hundred maps kept: a search for free sea takes tens of milliseconds,
 * and the same map is drawn for every reader until the data changes.
 */
export function keepPlaced<T extends LabelText>(labels: readonly T[], sheet: Sheet): PlacedLabel<T>[] {
  const key = JSON.stringify([labels.map(({ code, lines }) => [code, lines]), sheet]);
  const known = kept.get(key);
  const byCode = new Map(labels.map((label) => [label.code, label]));
  const placements =
    known ?? placeLabels(labels, sheet).map(({ code, x, y, side, leaderTo }) => ({ code, x, y, side, leaderTo }));
  if (known === undefined) {
    kept.set(key, placements);
    const oldest = kept.keys().next();
    if (kept.size > MAX_KEPT && !oldest.done) kept.delete(oldest.value);
  }
  return placements.flatMap(({ code, ...place }) => {
    const label = byCode.get(code);
    return label ? [{ ...label, ...place }] : [];
  });
}

type Placement = Pick<PlacedLabel<LabelText>, "code" | "x" | "y" | "side" | "leaderTo">;
