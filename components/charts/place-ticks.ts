import { positionOn, RULER } from "./scale";

/** Width of a character in per cent of the ruler: 6 px on the narrowest ruler that shows all labels. */
const CHARACTER = 1.3;
const LEAD_CHARACTER = 2;

export function placeTicks<T extends { pct: number; label?: string; lead?: boolean }>(marks: readonly T[]): Set<T> {
  const placed: { mark: T; from: number; to: number }[] = [];
  for (const mark of [...marks].sort((a, b) => Number(b.lead ?? false) - Number(a.lead ?? false))) {
    if (!mark.label) continue;
    const half = (mark.label.length * (mark.lead ? LEAD_CHARACTER : CHARACTER) + 1) / 2;
    const middle = positionOn(RULER, mark.pct);
    const isFree = placed.every(({ from, to }) => middle + half < from || middle - half > to);
    if (isFree) placed.push({ mark, from: middle - half, to: middle + half });
  }
  return new Set(placed.map(({ mark }) => mark));
}
