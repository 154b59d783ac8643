import { type MapCrop, WHOLE_WORLD } from "./map-views";
import { type MapPlace, placeOf, ROOM_HALF_HEIGHTS, surfaceAt, WIDTH } from "./world";

/** `isLead`: named by a headline, so it may stand farther off. */
export type LabelText = { code: string; lines: readonly string[]; isLead?: boolean };
export type PlacedLabel<T extends LabelText> = T & {
  /** Anchor of the text in map units: its middle, its right or its left edge. */
  x: number;
  y: number;
  side: "inside" | "left" | "right";
  /** End of the leader inside the country; null for a label on the country. */
  leaderTo: { x: number; y: number } | null;
};
export type LabelSheet = {
  /** Width of the whole map in px, at the scale at which it or a part of it is shown. */
  widthPx: number;
  filled: readonly string[];
  crop?: MapCrop;
};
type Point = { x: number; y: number };
type Leader = readonly [from: Point, to: Point];
type Box = { left: number; right: number; top: number; bottom: number };

/** Measures of the text in px: Archivo at 82% width, 13 px. */
const CHARACTER_PX = 5.6;
const LINE_PX = 14;
const PADDING_PX = 5;
/** Share of the text's width and height that must fit inside the country. */
const INSIDE_TOLERANCE = 0.78;
const EDGE = 6;
const MANY_FILLED = 60;
const MOST_LAND = 0.1;
/** Longest leader as a share of the width of a map part; in px on the whole map. */
const LONGEST_IN_PART = 0.08;
const LONGEST_PX = 85;
/** In map units; a longer leader does not show which country it points to. */
const LONGEST_OVER_LAND = 60;
const LEAD_FACTOR = 1.5;
const LEAD_FACTOR_IN_PART = 2.5;
/** Width for which the distances below are set; they shrink on a larger map. */
const USUAL_PX = 960;
const NEAREST = 16;
const FARTHEST = 340;
const RING = 10;
const DIRECTIONS = 32;

const doOverlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const contains = (box: Box, { x, y }: Point) => x > box.left && x < box.right && y > box.top && y < box.bottom;

/** 0 in the open sea; infinite outside the sheet or on more land than `mostLand`. */
function costOfSurface(box: Box, mostLand: number): number {
  const step = Math.min(5, (box.bottom - box.top) / 3);
  const points = (Math.ceil((box.right - box.left) / step) + 1) * (Math.ceil((box.bottom - box.top) / step) + 1);
  let land = 0;
  let total = 0;
  for (let y = box.top; y <= box.bottom; y += step)
    for (let x = box.left; x <= box.right; x += step) {
      const surface = surfaceAt(x, y);
      if (surface === "outside") return Number.POSITIVE_INFINITY;
      total += 1;
      if (surface === "land") land += 1;
      if (land > mostLand * points) return Number.POSITIVE_INFINITY;
    }
  if (land > mostLand * total) return Number.POSITIVE_INFINITY;
  return land === 0 ? 0 : 60 + (land / total) * 260;
}

const turnOf = (a: Point, b: Point, c: Point) => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));

const doCross = ([a, b]: Leader, [c, d]: Leader) =>
  turnOf(a, b, c) !== turnOf(a, b, d) && turnOf(c, d, a) !== turnOf(c, d, b);

type Around = {
  place: MapPlace;
  zoom: number;
  mostOverLand: number;
  taken: readonly Box[];
  leaders: readonly Leader[];
};

/** Low over the sea, high through labels and other leaders, infinite far over land. */
function costOfLeader(leader: Leader, { place, zoom, mostOverLand, taken, leaders }: Around): number {
  const [from, to] = leader;
  const count = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / (6 * zoom));
  let overLand = 0;
  let cost = 60 * leaders.filter((other) => doCross(leader, other)).length;
  for (let i = 0; i <= count; i++) {
    const point = { x: from.x + ((to.x - from.x) * i) / count, y: from.y + ((to.y - from.y) * i) / count };
    const isAtCountry =
      Math.hypot(point.x - to.x, point.y - to.y) <= 16 * zoom || (place.box !== null && contains(place.box, point));
    if (!isAtCountry && surfaceAt(point.x, point.y) === "land") overLand += 6;
    if (taken.some((box) => contains(box, point))) cost += 60;
  }
  return overLand > mostOverLand ? Number.POSITIVE_INFINITY : cost + (2.5 * overLand) / 6;
}

const boundsOf = (a: Point, b: Point): Box => ({
  left: Math.min(a.x, b.x) - 1,
  right: Math.max(a.x, b.x) + 1,
  top: Math.min(a.y, b.y) - 1,
  bottom: Math.max(a.y, b.y) + 1,
});

const costOfStandingOn = (box: Box, leaders: readonly Leader[]) =>
  120 *
  leaders.filter(([a, b]) => {
    if (!doOverlap(box, boundsOf(a, b))) return false;
    const { left, right, top, bottom } = box;
    const diagonals: Leader[] = [
      [
        { x: left, y: top },
        { x: right, y: bottom },
      ],
      [
        { x: left, y: bottom },
        { x: right, y: top },
      ],
    ];
    return contains(box, a) || contains(box, b) || diagonals.some((diagonal) => doCross([a, b], diagonal));
  }).length;

function costOfCovering(box: Box, others: readonly Box[]): number {
  const area = (box.right - box.left) * (box.bottom - box.top);
  const covered = others.map(
    (other) =>
      Math.max(0, Math.min(box.right, other.right) - Math.max(box.left, other.left)) *
      Math.max(0, Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top)),
  );
  return (400 * covered.reduce((sum, part) => sum + part, 0)) / area;
}

function fitsInside(place: MapPlace, width: number, height: number): boolean {
  const i = ROOM_HALF_HEIGHTS.findIndex((half) => half >= (INSIDE_TOLERANCE * height) / 2);
  return (place.room[i] ?? 0) >= (INSIDE_TOLERANCE * width) / 2;
}

function* candidates(place: MapPlace, width: number, height: number, zoom: number, farthest: number) {
  for (let distance = NEAREST * zoom; distance <= farthest; distance += RING * zoom)
    for (let i = 0; i < DIRECTIONS; i++) {
      const angle = (2 * Math.PI * i) / DIRECTIONS;
      const x = place.x + distance * Math.cos(angle);
      const y = place.y + distance * Math.sin(angle);
      const side = Math.cos(angle) < 0 ? ("left" as const) : ("right" as const);
      const left = side === "left" ? x - width : x;
      const box = { left, right: left + width, top: y - height / 2, bottom: y + height / 2 };
      yield { x, y, side, box, distance };
    }
}

/**
 * Places each label on its country if it fits, else on the nearest free sea with a leader. Leaves out labels without
 * a free place and unknown codes.
 */
export function placeLabels<T extends LabelText>(
  labels: readonly T[],
  { widthPx, filled, crop = WHOLE_WORLD }: LabelSheet,
): PlacedLabel<T>[] {
  const isPart = crop !== WHOLE_WORLD;
  const isCrowded = isPart || filled.length > MANY_FILLED;
  const mostLand = isCrowded ? MOST_LAND : 1;
  const landWeight = isCrowded ? 1 : 0.25;
  const filledBoxes = isCrowded ? [] : filled.flatMap((code) => placeOf(code)?.box ?? []);
  const unitsPerPx = WIDTH / widthPx;
  const zoom = Math.min(1, USUAL_PX / widthPx);
  const longest = isPart ? LONGEST_IN_PART * crop.width : LONGEST_PX * unitsPerPx;
  const edge = EDGE * zoom;
  const isOnSheet = ({ left, right, top, bottom }: Box) =>
    left > crop.x + edge &&
    right < crop.x + crop.width - edge &&
    top > crop.y + edge &&
    bottom < crop.y + crop.height - edge;
  const anchors = [...new Set([...labels.map(({ code }) => code), ...filled])].flatMap((code) => {
    const place = placeOf(code);
    return place && (place.dot || labels.some((label) => label.code === code)) ? [place] : [];
  });
  const placed: PlacedLabel<T>[] = [];
  const taken: Box[] = [];
  const leaders: Leader[] = [];
  const isFree = (box: Box) => !taken.some((other) => doOverlap(other, box));
  for (const label of labels) {
    const place = placeOf(label.code);
    if (!place) continue;
    const width = Math.max(...label.lines.map(({ length }) => length)) * CHARACTER_PX * unitsPerPx;
    const height = label.lines.length * LINE_PX * unitsPerPx;
    const inside = {
      left: place.x - width / 2,
      right: place.x + width / 2,
      top: place.y - height / 2,
      bottom: place.y + height / 2,
    };
    if (fitsInside(place, width, height) && isFree(inside) && isOnSheet(inside)) {
      taken.push(inside);
      placed.push({ ...label, x: place.x, y: place.y, side: "inside", leaderTo: null });
      continue;
    }
    const flatWidth = (label.lines.join(" ").length * CHARACTER_PX + 2 * PADDING_PX) * unitsPerPx;
    const factor = label.isLead ? (isPart ? LEAD_FACTOR_IN_PART : LEAD_FACTOR) : 1;
    const farthest = Math.min(FARTHEST, factor * longest);
    let best: (Point & { side: "left" | "right"; box: Box; cost: number }) | null = null;
    for (const { x, y, side, box, distance } of candidates(place, flatWidth, LINE_PX * unitsPerPx, zoom, farthest)) {
      if (distance >= (best?.cost ?? Number.POSITIVE_INFINITY)) break;
      if (!isOnSheet(box) || !isFree(box)) continue;
      // Stops once the cost is too high; slow parts come last.
      const limit = best?.cost ?? Number.POSITIVE_INFINITY;
      let cost = distance + costOfCovering(box, filledBoxes) + costOfStandingOn(box, leaders);
      if (cost >= limit) continue;
      cost += landWeight * costOfSurface(box, mostLand);
      if (cost >= limit) continue;
      cost += costOfLeader([{ x, y }, place], {
        place,
        zoom,
        mostOverLand: factor * LONGEST_OVER_LAND,
        taken,
        leaders,
      });
      if (cost >= limit) continue;
      cost += 60 * anchors.filter((anchor) => contains(box, anchor)).length;
      if (cost < limit) best = { x, y, side, box, cost };
    }
    if (!best) continue;
    taken.push(best.box);
    leaders.push([{ x: best.x, y: best.y }, place]);
    placed.push({ ...label, x: best.x, y: best.y, side: best.side, leaderTo: { x: place.x, y: place.y } });
  }
  return placed;
}
