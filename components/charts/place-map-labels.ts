import { formatPct } from "@/lib/text/format";
import { placeLabelsCached } from "./cached-labels";
import { isInCrop, type MapCrop, WHOLE_WORLD } from "./map-views";
import { CHARACTER_PX } from "./place-labels";
import { type WhiskerProps, whiskerWidth } from "./whisker";
import { placeOf, WIDTH } from "./world";
import { type LabelPriority, type MapLabel, type MapValue, stepOfValue } from "./world-map-values";

type Sheet = {
  /** Width at which the map, or the part of it, is shown. */
  widthPx: number;
  /** Lowest priority that is shown. */
  priority: LabelPriority;
  crop?: MapCrop;
  whiskers?: boolean;
};

/** Distance from the edge of a part of the map, in map units, within which no label stands. */
const EDGE = 6;

/** Texts of a map's labels, at their places. In a part of the map every country in it may have a label. */
export function placeMapLabels(
  values: readonly MapValue[],
  labels: readonly MapLabel[],
  { widthPx, priority, crop = WHOLE_WORLD, whiskers = true }: Sheet,
) {
  const isPart = crop !== WHOLE_WORLD;
  const byCode = new Map(values.map((value) => [value.code, value]));
  const wanted = isPart ? [...labels, ...restOf(values, labels)] : labels;
  const texts = wanted.flatMap((label) => {
    const value = byCode.get(label.code);
    const place = placeOf(label.code);
    if (!value || !place || !isInCrop(crop, place, 0)) return [];
    const figure = label.text ?? value.other?.figure ?? (value.pct === null ? "" : formatPct(value.pct, 0));
    const isPlain = label.text !== undefined || !whiskers || isPart;
    const interval = value.pct === null || isPlain ? null : (value.interval ?? null);
    const whisker: WhiskerProps | null = interval && value.pct !== null ? { interval, pct: value.pct } : null;
    // Reserves room for the whisker by no-break spaces, because lines are measured by their characters.
    const room = whisker ? "\u00a0".repeat(Math.ceil(whiskerWidth(whisker) / CHARACTER_PX) + 1) : "";
    const lines = [label.name ?? value.name, figure + room].filter(Boolean);
    return [{ ...label, step: stepOfValue(value), lines, whisker }];
  });
  const shown = texts
    .filter((text) => text.priority <= (isPart ? 3 : priority))
    .sort((a, b) => a.priority - b.priority);
  // The whole sheet at the scale of the part that is shown.
  const sheetPx = (widthPx * WIDTH) / crop.width;
  return placeLabelsCached(shown.slice(0, MOST_LABELS), { widthPx: sheetPx, filled: [...byCode.keys()] }).filter(
    ({ x, y, side, lines, leaderTo }) => {
      if (!isPart || side === "inside") return true;
      // A long leader would cross what the reader came to see.
      const length = leaderTo ? Math.hypot(x - leaderTo.x, y - leaderTo.y) : 0;
      if (length > LONGEST_LEADER * crop.width) return false;
      const reach = (lines.join(" ").length * CHARACTER_PX * WIDTH) / sheetPx;
      const end = { x: side === "left" ? x - reach : x + reach, y };
      return isInCrop(crop, { x, y }, EDGE) && isInCrop(crop, end, EDGE);
    },
  );
}

/** Longest leader in a part of the map, as a share of its width. */
const LONGEST_LEADER = 0.22;

/** Placing takes time for each label; a part of the map has no room for more. */
const MOST_LABELS = 40;

/** Countries of a map that have no label on the whole of it. */
function restOf(values: readonly MapValue[], labels: readonly MapLabel[]): MapLabel[] {
  const labelled = new Set(labels.map(({ code }) => code));
  return values.filter(({ code }) => !labelled.has(code)).map(({ code }) => ({ code, priority: 3 }));
}
