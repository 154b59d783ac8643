/** Position in the plot, in per cent of its width and height from the top left. */
export type NotePlace = { left: number; top: number };
type Line = readonly (NotePlace | null)[];

/** Size of a note on the smaller plots, in per cent of the plot's width and height. */
const CHARACTER = 0.95;
const HEIGHT = 5;
const GAP = 2.5;
const STEP = 3;
const MOST_STEPS = 8;
const HIGHEST = -4;

/** A crossing segment is cut at `left`, so that both parts meet. */
export function cutLine<T extends NotePlace>(points: readonly (T | null)[], left: number): [Line, Line] {
  const at = points.findIndex((point) => point !== null && point.left > left);
  if (at === -1) return [points, []];
  const before = points.slice(0, at);
  const after = points.slice(at);
  const last = before.at(-1);
  const next = after[0];
  if (!last || !next) return [before, after];
  const middle = { left, top: topBetween(last, next, left) };
  return [
    [...before, middle],
    [middle, ...after],
  ];
}

const topBetween = (a: NotePlace, b: NotePlace, left: number) =>
  a.left === b.left ? b.top : a.top + ((b.top - a.top) * (left - a.left)) / (b.left - a.left);

/**
 * Vertical middle of a note, in per cent of the plot: the nearest position that covers no line. `isAtEnd`: the note
 * ends at the point.
 */
export function placeNote(
  point: NotePlace,
  characters: number,
  lines: readonly Line[],
  isAtEnd: boolean,
  height = HEIGHT,
): number {
  const width = characters * CHARACTER;
  const [from, to] = isAtEnd ? [point.left - width, point.left] : [point.left, point.left + width];
  const spans = lines.flatMap((line) => spansOf(line, from, to));
  const nearest = GAP + height / 2;
  for (let step = 0; step < MOST_STEPS; step++)
    for (const side of [-1, 1]) {
      const middle = point.top + side * (nearest + step * STEP);
      const top = middle - height / 2;
      const bottom = middle + height / 2;
      const isFree = spans.every(([high, low]) => low < top || high > bottom);
      if (isFree && top >= HIGHEST && bottom <= 100) return middle;
    }
  return point.top - nearest;
}

function spansOf(line: Line, from: number, to: number): [number, number][] {
  return line.flatMap((a, i): [number, number][] => {
    const b = line[i + 1] ?? a;
    if (!a || !b || b.left < from || a.left > to) return [];
    const tops =
      a.left === b.left
        ? [a.top, b.top]
        : [topBetween(a, b, Math.max(from, a.left)), topBetween(a, b, Math.min(to, b.left))];
    return [[Math.min(...tops), Math.max(...tops)]];
  });
}
