import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type GeoProjection, geoCentroid, geoDistance, geoEqualEarth, geoPath } from "d3-geo";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { type MapPlace, ROOM_HALF_HEIGHTS } from "@/components/charts/world";
import { COUNTRY_BY_NUMBER, POINTS, TERRITORIES } from "./world-codes";

const require = createRequire(import.meta.url);

type XY = [x: number, y: number];
type Ring = readonly XY[];

export type World = {
  width: number;
  height: number;
  /** Land "#", sea ".", outside of the map " ", in squares of `cell` units. */
  cell: number;
  grid: string[];
  places: Record<string, MapPlace>;
};

const WIDTH = 1240;
const MARGIN = 8;
const CELL = 4;
/** Does not cut Chukotka. */
const CENTRAL_MERIDIAN = 11;
const SOUTH = -56.5;
const NORTH = 83.8;
/** In degrees of latitude. */
const TOLERANCE = 0.22;
const SMALLEST_ISLAND = 2.2;
const SMALLEST_COUNTRY = 14;
const INVISIBLE_COUNTRY = 4;
const TERRITORY_RADIUS = (5 * Math.PI) / 180;

const round = (value: number) => Number(value.toFixed(1));
const toPath = (points: readonly XY[]) => `M${points.map(([x, y]) => `${round(x)},${round(y)}`).join("L")}`;

function range(from: number, to: number, step: number): number[] {
  const count = Math.round(Math.abs(to - from) / step);
  return Array.from({ length: count + 1 }, (_, i) => from + ((to - from) * i) / count);
}

/** Equal Earth, scaled so that the clipped map fills WIDTH. */
function fitProjection() {
  const projection = geoEqualEarth().rotate([-CENTRAL_MERIDIAN, 0]).precision(0.3).scale(1).translate([0, 0]);
  const project = (point: XY): XY => {
    const projected = projection(point);
    if (!projected) throw new Error(`Equal Earth has no place for ${point}`);
    return projected;
  };
  const onSheet = ([longitude, latitude]: XY) =>
    project([Math.max(-179.9999, Math.min(179.9999, longitude)) + CENTRAL_MERIDIAN, latitude]);
  const edge: XY[] = [
    ...range(NORTH, SOUTH, 3).map((b): XY => [180, b]),
    ...range(SOUTH, NORTH, 3).map((b): XY => [-180, b]),
  ];
  const unfitted = edge.map(onSheet);
  const left = Math.min(...unfitted.map(([x]) => x));
  const top = Math.min(...unfitted.map(([, y]) => y));
  const scale = (WIDTH - 2 * MARGIN) / (Math.max(...unfitted.map(([x]) => x)) - left);
  projection.scale(scale).translate([MARGIN - left * scale, MARGIN - top * scale]);
  return { projection, project, onSheet, edge: edge.map(onSheet) };
}

function drawFrame(onSheet: (point: XY) => XY): string {
  const parallels = range(-165, 165, 30).flatMap((l) => [NORTH, SOUTH].map((b) => [l, l + 15].map((x): XY => [x, b])));
  const meridians = range(-40, 60, 20).flatMap((b) =>
    [-180, 180].map((l) => range(b, b + 10, 2.5).map((y): XY => [l, y])),
  );
  return [...parallels, ...meridians].map((line) => toPath(line.map(onSheet))).join("");
}

function drawGraticule(onSheet: (point: XY) => XY): string {
  const parallels = [-30, 0, 30, 60].map((b) => [-180, 180].map((l): XY => [l, b]));
  const meridians = range(-150, 150, 30).map((l) => range(SOUTH, NORTH, 6).map((b): XY => [l, b]));
  return [...parallels, ...meridians].map((line) => toPath(line.map(onSheet))).join("");
}

/** Douglas and Peucker (1973), with longitudes scaled by the cosine of the latitude. Keeps both ends. */
function simplify(points: Ring, first = 0, last = points.length - 1): XY[] {
  const a = points[first];
  const b = points[last];
  if (!a || !b) return [];
  const shrink = Math.cos((((a[1] + b[1]) / 2) * Math.PI) / 180);
  const ax = a[0] * shrink;
  const bx = b[0] * shrink;
  const length = Math.hypot(bx - ax, b[1] - a[1]);
  let farthest = -1;
  let distance = TOLERANCE;
  for (let i = first + 1; i < last; i++) {
    const point = points[i];
    if (!point) continue;
    const x = point[0] * shrink;
    const d = length
      ? Math.abs((b[1] - a[1]) * x - (bx - ax) * point[1] + bx * a[1] - b[1] * ax) / length
      : Math.hypot(x - ax, point[1] - a[1]);
    if (d > distance) [distance, farthest] = [d, i];
  }
  if (farthest < 0) return [a, b];
  return [...simplify(points, first, farthest), ...simplify(points, farthest, last).slice(1)];
}

/** Simplifies each arc once, so that neighbours share a border. Leaves out Antarctica. */
function loadCountries() {
  const file = require.resolve("world-atlas/countries-50m.json");
  const topology: Topology<{ countries: GeometryCollection<{ name: string }> }> = JSON.parse(
    readFileSync(file, "utf8"),
  );
  const { scale, translate } = topology.transform ?? { scale: [1, 1], translate: [0, 0] };
  const arcs = topology.arcs.map((arc) => {
    let x = 0;
    let y = 0;
    const points = arc.map(([dx = 0, dy = 0]): XY => {
      x += dx;
      y += dy;
      return [x * (scale[0] ?? 1) + (translate[0] ?? 0), y * (scale[1] ?? 1) + (translate[1] ?? 0)];
    });
    const start = points[0];
    const end = points.at(-1);
    const isClosed = start?.[0] === end?.[0] && start?.[1] === end?.[1] && points.length > 2;
    if (!isClosed) return simplify(points);
    const half = points.length >> 1;
    return [...simplify(points, 0, half), ...simplify(points, half).slice(1)];
  });
  const { transform: _, ...absolute } = topology;
  return feature({ ...absolute, arcs }, topology.objects.countries).features.flatMap(({ id, properties, geometry }) => {
    const code = properties.name === "Kosovo" ? "XK" : COUNTRY_BY_NUMBER[String(id)];
    if (code === "AQ" || code === "TF" || geometry.type === "GeometryCollection" || !("coordinates" in geometry))
      return [];
    const polygons =
      geometry.type === "Polygon"
        ? [geometry.coordinates]
        : geometry.type === "MultiPolygon"
          ? geometry.coordinates
          : [];
    const rings = polygons.map((polygon) => polygon.map((ring) => ring.map(([l = 0, b = 0]): XY => [l, b])));
    return separateTerritories(code, rings);
  });
}

type Piece = { code: string | undefined; polygons: Ring[][] };

function separateTerritories(code: string | undefined, polygons: Ring[][]): Piece[] {
  const owners = polygons.map((polygon) => {
    const centroid = geoCentroid({ type: "Polygon", coordinates: polygon.map((ring) => [...ring]) });
    const distanceTo = (territory: string) => geoDistance(centroid, POINTS[territory] ?? [0, 0]);
    const [nearest] = [...(TERRITORIES[code ?? ""] ?? [])].sort((a, b) => distanceTo(a) - distanceTo(b));
    return nearest !== undefined && distanceTo(nearest) < TERRITORY_RADIUS ? nearest : code;
  });
  return [...new Set(owners)].map((owner) => ({
    code: owner,
    polygons: polygons.filter((_, i) => owners[i] === owner),
  }));
}

/** Largest first, in map units; leaves out islands too small to see. */
function projectCountry(projection: GeoProjection, polygons: Ring[][]) {
  const path = geoPath(projection).digits(1);
  const sized = polygons
    .map((coordinates) => ({
      coordinates,
      area: path.area({ type: "Polygon", coordinates: coordinates.map((r) => [...r]) }),
    }))
    .sort((a, b) => b.area - a.area);
  const area = sized.reduce((sum, { area: part }) => sum + part, 0);
  const visible = sized.filter(({ area: part }, i) => part >= SMALLEST_ISLAND || (i === 0 && part > 0.4));
  const toGeometry = (parts: typeof sized) => ({
    type: "MultiPolygon" as const,
    coordinates: parts.map(({ coordinates }) => coordinates.map((ring) => [...ring])),
  });
  const centroid: XY = path.centroid(toGeometry(sized.slice(0, 1)));
  const d = path(toGeometry(visible)) ?? "";
  const mainland = path(toGeometry(sized.slice(0, 1))) ?? "";
  return { area, d, centroid, rings: readRings(d), mainland: readRings(mainland) };
}

const readRings = (d: string): Ring[] =>
  d
    .split("Z")
    .filter(Boolean)
    .map((ring) =>
      ring
        .slice(1)
        .split("L")
        .map((point): XY => {
          const [x = 0, y = 0] = point.split(",").map(Number);
          return [x, y];
        }),
    );

function crossings(rings: readonly Ring[], y: number): number[] {
  const found: number[] = [];
  for (const ring of rings)
    ring.forEach(([x1, y1], i) => {
      const [x2, y2] = ring[(i + 1) % ring.length] ?? [x1, y1];
      if (y1 > y !== y2 > y) found.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
    });
  return found.sort((a, b) => a - b);
}

function reach(rings: readonly Ring[], [x, y]: XY): number {
  const xs = crossings(rings, y);
  const right = xs.findIndex((crossing) => crossing > x);
  const from = xs[right - 1];
  const to = xs[right];
  return right % 2 === 1 && from !== undefined && to !== undefined ? Math.min(x - from, to - x) : 0;
}

const boxReach = (rings: readonly Ring[], [x, y]: XY, halfHeight: number) =>
  Math.min(...[-1, -0.5, 0, 0.5, 1].map((f) => reach(rings, [x, y + f * halfHeight])));

function findAnchor(rings: readonly Ring[], centroid: XY): MapPlace {
  const points = rings.flat();
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const columns = range(Math.min(...xs), Math.max(...xs), Math.max(1, (Math.max(...xs) - Math.min(...xs)) / 24));
  const rows = range(Math.min(...ys), Math.max(...ys), Math.max(1, (Math.max(...ys) - Math.min(...ys)) / 24));
  const candidates = [centroid, ...columns.flatMap((x) => rows.map((y): XY => [x, y]))];
  const score = (point: XY) =>
    (reach(rings, point) > 0 ? 100 : 0) +
    Math.min(boxReach(rings, point, 16), 70) +
    Math.min(boxReach(rings, point, 30), 50) +
    Math.min(boxReach(rings, point, 3), 12) -
    Math.hypot(point[0] - centroid[0], point[1] - centroid[1]) / 4;
  const best = candidates.reduce((a, b) => (score(b) > score(a) ? b : a));
  const room = ROOM_HALF_HEIGHTS.map((halfHeight) => Math.floor(boxReach(rings, best, halfHeight)));
  const box = {
    left: Math.floor(Math.min(...xs)),
    right: Math.ceil(Math.max(...xs)),
    top: Math.floor(Math.min(...ys)),
    bottom: Math.ceil(Math.max(...ys)),
  };
  return { x: round(best[0]), y: round(best[1]), dot: false, room: (room[0] ?? 0) >= 4 ? room : [], box };
}

function drawGrid(sheet: Ring, land: readonly Ring[], height: number): string[] {
  return range(CELL / 2, height - CELL / 2, CELL).map((y) => {
    const sheetXs = crossings([sheet], y);
    const landXs = crossings(land, y);
    const isInside = (xs: number[], x: number) => xs.filter((crossing) => crossing < x).length % 2 === 1;
    return range(CELL / 2, WIDTH - CELL / 2, CELL)
      .map((x) => (isInside(landXs, x) ? "#" : isInside(sheetXs, x) ? "." : " "))
      .join("");
  });
}

/**
 * Draws one SVG with fragments (`#EG`, `#land`, `#sheet`, `#graticule`, `#frame`). Shown as an image it is the
 * silhouette of all land, for use as a mask.
 */
export function drawWorld(): { svg: string; world: World } {
  const { projection, project, onSheet, edge } = fitProjection();
  const height = Math.round(Math.max(...edge.map(([, y]) => y)) + MARGIN);
  const places: Record<string, MapPlace> = {};
  const mainAreas = new Map<string, number>();
  const paths: string[] = [];
  const land: Ring[] = [];
  for (const { code, polygons } of loadCountries()) {
    const country = projectCountry(projection, polygons);
    // Some codes have several features; the largest is the country.
    const isMain = code !== undefined && country.area > (mainAreas.get(code) ?? -1);
    if (isMain) {
      mainAreas.set(code, country.area);
      const [x, y] = country.centroid.map(round);
      places[code] =
        country.area < SMALLEST_COUNTRY
          ? { x: x ?? 0, y: y ?? 0, dot: true, room: [], box: null }
          : findAnchor(country.mainland, country.centroid);
    }
    if (country.area < INVISIBLE_COUNTRY || country.d === "") continue;
    const isCountry = isMain && !places[code]?.dot;
    paths.push(`<path ${isCountry ? `id="${code}" ` : ""}vector-effect="non-scaling-stroke" d="${country.d}"/>`);
    land.push(...country.rings);
  }
  for (const [code, point] of Object.entries(POINTS)) {
    const [x, y] = project(point);
    places[code] ??= { x: round(x), y: round(y), dot: true, room: [], box: null };
  }
  const line = (id: string, d: string) => `<path id="${id}" vector-effect="non-scaling-stroke" d="${d}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}">
<defs>
${line("sheet", `${toPath(edge)}Z`)}
${line("graticule", drawGraticule(onSheet))}
${line("frame", drawFrame(onSheet))}
</defs>
<g id="land">
${paths.sort().join("\n")}
</g>
</svg>
`;
  const sorted = Object.fromEntries(Object.entries(places).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { svg, world: { width: WIDTH, height, cell: CELL, grid: drawGrid(edge, land, height), places: sorted } };
}

/** Lets addresses be cached forever. */
export const revisionOf = (svg: string): string => createHash("sha256").update(svg).digest("hex").slice(0, 8);
