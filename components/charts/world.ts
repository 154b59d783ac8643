import world from "./world.json";

export type MapPlace = {
  x: number;
  y: number;
  dot: boolean;
  /** Half width of a box centred on (x, y) inside the country, for each of ROOM_HALF_HEIGHTS. */
  room: number[];
  /** Bounding box of the largest piece; null for dots. */
  box: { left: number; right: number; top: number; bottom: number } | null;
};

export const ROOM_HALF_HEIGHTS = [2, 4, 8, 16, 24, 36, 52];

/** Written by scripts/draw-map.ts, together with public/maps/world.svg. */
export const WIDTH = world.width;
export const HEIGHT = world.height;

/** One cached file for all pages; its fragments are countries (`#EG`) and parts of the map. */
export const WORLD_URL = `/maps/world.svg?v=${world.revision}`;

const places: ReadonlyMap<string, MapPlace> = new Map(Object.entries(world.places));

/** Undefined for codes that the map does not show (Antarctica, the French Southern Territories). */
export const placeOf = (code: string): MapPlace | undefined => places.get(code);

export function surfaceAt(x: number, y: number): "land" | "sea" | "outside" {
  const cell = world.grid[Math.floor(y / world.cell)]?.[Math.floor(x / world.cell)];
  return cell === "#" ? "land" : cell === "." ? "sea" : "outside";
}
