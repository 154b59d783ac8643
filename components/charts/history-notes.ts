/** A place in the plot, in per cent of its width and height from the top left. */
export type NotePlace = { left: number; top: number };
type Line = readonly (NotePlace | null)[];

/** Measures of a note at the plot's smaller sizes, in per cent of its width and height. */
const CHARACTER = 0.95;
const HEIGHT = 5;
/** Free space between a note and its point. */
const AWAY = 2.5;
const STEP = 3;
const MOST_STEPS = 8;
/** A note may stand a little above the plot. */
const HIGHEST = -4;

/**
 * A line cut where it reaches `left`: what lies before, and what comes after. A piece that crosses is cut there, so that
 * both parts meet.
 */
export function cutLine<T extends NotePlace>(points: readonly (T | null)[], left: number): [Line, Line] {
  const at = points.findIndex((point) => point !== null && point.left > left);
  if (at === -1) return [points, []];
  const [before, after] = [points.slice(0, at), points.slice(at)];
  const [last, next] = [before.at(-1), after[0]];
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
 * The middle of a note of so many characters, above or below its point: the nearest height at which it covers no line
 * and leaves the plot nowhere. `isAtEnd`: it ends at the point instead of beginning there.
 */
export function placeNote(point: NotePlace, characters: number, lines: readonly Line[], isAtEnd: boolean): number {
  const width = characters * CHARACTER;
  const [from, to] = isAtEnd ? [point.left - width, point.left] : [point.left, point.left + width];
  const spans = lines.flatMap((line) => spansOf(line, from, to));
  const nearest = AWAY + HEIGHT / 2;
  for (let step = 0; step < MOST_STEPS; step++)
    for (const side of [-1, 1]) {
      const middle = point.top + side * (nearest + step * STEP);
      const [top, bottom] = [middle - HEIGHT / 2, middle + HEIGHT / 2];
      const isFree = spans.every(([high, low]) => low < top || high > bottom);
      if (isFree && top >= HIGHEST && bottom <= 100) return middle;
    }
  return point.top - nearest;
}

/** The heights, highest first, between which each piece of a line runs within `from` to `to`. */
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
