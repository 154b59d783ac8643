import world from "./world.json";

/** A country on the sheet, in map units. */
export type MapPlace = {
  /** Where a label or a leader touches the country. */
  x: number;
  y: number;
  /** Drawn as a dot because its area could not be seen. */
  dot: boolean;
  /** Half the width of a box centred on (x, y) that stays inside the country, for each of ROOM_HALF_HEIGHTS. */
  room: number[];
  /** Around its largest piece, for all that is not a dot. */
  box: { left: number; right: number; top: number; bottom: number } | null;
};

export const ROOM_HALF_HEIGHTS = [8, 16, 24, 36, 52];

/** Made by scripts/draw-map.ts, together with public/maps/world.svg. */
export const WIDTH = world.width;
export const HEIGHT = world.height;

/** One file for all pages, fetched once: its fragments are the countries (`#EG`) and the parts of the sheet. */
export const WORLD_URL = `/maps/world.svg?v=${world.revision}`;

const places: ReadonlyMap<string, MapPlace> = new Map(Object.entries(world.places));

/** Undefined where the map has no place for a code (Antarctica, the French Southern Territories). */
export const placeOf = (code: string): MapPlace | undefined => places.get(code);

/** What lies at a point of the sheet. */
export function surfaceAt(x: number, y: number): "land" | "sea" | "outside" {
  const cell = world.grid[Math.floor(y / world.cell)]?.[Math.floor(x / world.cell)];
  return cell === "#" ? "land" : cell === "." ? "sea" : "outside";
}
