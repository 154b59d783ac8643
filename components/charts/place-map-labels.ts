import { formatPct } from "@/lib/text/format";
import { isInCrop, type MapCrop, WHOLE_WORLD } from "./map-views";
import { placeLabels } from "./place-labels";
import { placeOf, WIDTH } from "./world";
import { type LabelPriority, type MapLabel, type MapValue, stepOfValue } from "./world-map-values";

type Sheet = {
  widthPx: number;
  priority: LabelPriority;
  crop?: MapCrop;
};

export function placeMapLabels(
  values: readonly MapValue[],
  labels: readonly MapLabel[],
  { widthPx, priority, crop = WHOLE_WORLD }: Sheet,
) {
  const isPart = crop !== WHOLE_WORLD;
  const byCode = new Map(values.map((value) => [value.code, value]));
  const wanted = isPart ? [...labels, ...restOf(values, labels)] : labels;
  const texts = wanted.flatMap((label) => {
    const value = byCode.get(label.code);
    const place = placeOf(label.code);
    if (!value || !place || !isInCrop(crop, place, 0)) return [];
    const figure = label.text ?? value.other?.figure ?? (value.pct === null ? "" : formatPct(value.pct, 0));
    const lines = [label.name ?? value.name, figure].filter(Boolean);
    return [{ ...label, step: stepOfValue(value), lines, isLead: label.priority === 1 }];
  });
  const shown = texts
    .filter((text) => text.priority <= (isPart ? 3 : priority))
    .sort((a, b) => a.priority - b.priority);
  const sheet = { widthPx: (widthPx * WIDTH) / crop.width, filled: [...byCode.keys()], crop };
  const placed = placeLabels(shown.slice(0, MOST_TRIED), sheet);
  return isPart ? placed.slice(0, MOST_IN_PART) : placed;
}

/** Limits the time for placing. */
const MOST_TRIED = 40;
const MOST_IN_PART = 15;

function restOf(values: readonly MapValue[], labels: readonly MapLabel[]): MapLabel[] {
  const labelled = new Set(labels.map(({ code }) => code));
  return values
    .filter(({ code }) => !labelled.has(code))
    .sort((a, b) => sizeOf(b.code) - sizeOf(a.code))
    .map(({ code }) => ({ code, priority: 3 }));
}

function sizeOf(code: string): number {
  const box = placeOf(code)?.box;
  return box ? (box.right - box.left) * (box.bottom - box.top) : 0;
}
