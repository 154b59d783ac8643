import { HEIGHT, type Place, placeOf, surfaceAt, WIDTH } from "./world";

export type LabelPriority = 1 | 2 | 3;
export type LabelText = { code: string; lines: readonly string[]; priority: LabelPriority };
export type PlacedLabel<T extends LabelText> = T & {
  /** Where the text is pinned, in map units: its middle, its left or its right edge. */
  x: number;
  y: number;
  side: "inside" | "left" | "right" | "center";
  /** End of the leader inside the country; null for labels on or next to it. */
  leaderTo: { x: number; y: number } | null;
};

type Box = { left: number; right: number; top: number; bottom: number };

/** Width of the narrowest map on which a priority shows, px. Kept in step with the container queries of map.css. */
const SHOWN_FROM_PX: Record<LabelPriority, number> = { 1: 330, 2: 640, 3: 960 };
/** Labels wider than these are given two lines inside a country. Widths of Archivo at 82 %. */
const CHARACTER_PX = 6.1;
const LINE_PX = 15;
/** Half-heights for which scripts/world-geometry.ts measured how much room a country has. */
const ROOM_HALF_HEIGHTS = [8, 16, 24, 36, 52];

const overlap = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** Points a few units apart that cover a box or a line. */
function* sample(from: { x: number; y: number }, to: { x: number; y: number }, every: number) {
  const count = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / every));
  for (let i = 0; i <= count; i++)
    yield { x: from.x + ((to.x - from.x) * i) / count, y: from.y + ((to.y - from.y) * i) / count };
}

function surfaceCost(box: Box): number {
  let land = 0;
  let total = 0;
  for (let y = box.top; y <= box.bottom; y += 6)
    for (let x = box.left; x <= box.right; x += 8) {
      const surface = surfaceAt(x, y);
      if (surface === "outside") return Number.POSITIVE_INFINITY;
      total += 1;
      if (surface === "land") land += 1;
    }
  return (land / total) * 160;
}

/** How far the leader runs over land that is not near its own end. */
function leaderCost(from: { x: number; y: number }, to: Place): number {
  let cost = 0;
  for (const { x, y } of sample(from, to, 6))
    if (surfaceAt(x, y) === "land" && Math.hypot(x - to.x, y - to.y) > 14) cost += 3;
  return cost;
}

const boxAt = (x: number, y: number, width: number, height: number, side: "left" | "right" | "center"): Box => {
  const left = side === "left" ? x - width : side === "right" ? x : x - width / 2;
  return { left, right: left + width, top: y - height / 2, bottom: y + height / 2 };
};

function fitsInside(place: Place, width: number, height: number): boolean {
  const i = ROOM_HALF_HEIGHTS.findIndex((half) => half >= height / 2);
  return (place.room[i] ?? 0) >= width / 2;
}

/**
 * Finds a place for each label, the most important first: on its country if it fits there, else in the nearest stretch
 * of sea that is free, with a leader. Text does not shrink with the map, so a label is measured as it will stand on the
 * narrowest map that shows it. Labels for which nothing is free, and codes the map does not know, are left out.
 */
export function placeLabels<T extends LabelText>(labels: readonly T[]): PlacedLabel<T>[] {
  const placed: PlacedLabel<T>[] = [];
  const taken: Box[] = [];
  for (const label of [...labels].sort((a, b) => a.priority - b.priority)) {
    const place = placeOf(label.code);
    if (!place) continue;
    const unitsPerPx = WIDTH / SHOWN_FROM_PX[label.priority];
    const height = label.lines.length * LINE_PX * unitsPerPx;
    const width = Math.max(...label.lines.map((line) => line.length)) * CHARACTER_PX * unitsPerPx;
    if (fitsInside(place, width, height)) {
      const box = boxAt(place.x, place.y, width, height, "center");
      if (taken.every((other) => overlap(other, box) === 0)) {
        taken.push(box);
        placed.push({ ...label, x: place.x, y: place.y, side: "inside", leaderTo: null });
        continue;
      }
    }
    // Outside, the lines stand behind one another.
    const flatWidth = (label.lines.join(" ").length * CHARACTER_PX + 2) * unitsPerPx;
    const flatHeight = LINE_PX * unitsPerPx;
    let best: { cost: number; x: number; y: number; side: "left" | "right"; box: Box } | null = null;
    for (let distance = 14; distance <= 330; distance += 12)
      for (let angle = 0; angle < 24; angle++) {
        const turn = (angle / 24) * 2 * Math.PI;
        const [x, y] = [place.x + distance * Math.cos(turn), place.y + distance * Math.sin(turn) * 0.8];
        const side = Math.cos(turn) < 0 ? "left" : "right";
        const box = boxAt(x, y, flatWidth, flatHeight, side);
        if (box.top < 4 || box.bottom > HEIGHT - 4 || box.left < 4 || box.right > WIDTH - 4) continue;
        if (taken.some((other) => overlap(other, box) > 0)) continue;
        const cost = distance + surfaceCost(box) + leaderCost({ x, y }, place) + Math.abs(Math.sin(turn)) * 12;
        if (Number.isFinite(cost) && (!best || cost < best.cost)) best = { cost, x, y, side, box };
      }
    if (!best) continue;
    taken.push(best.box);
    const isNext = Math.hypot(best.x - place.x, best.y - place.y) < 12;
    placed.push({
      ...label,
      x: best.x,
      y: best.y,
      side: best.side,
      leaderTo: isNext ? null : { x: place.x, y: place.y },
    });
  }
  return placed;
}
