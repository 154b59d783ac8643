import type { MapRegion } from "@/lib/contract/map-regions";
import { HEIGHT, placeOf, WIDTH } from "./world";

/** Part of the map in map units. */
export type MapCrop = { x: number; y: number; width: number; height: number };

export const WHOLE_WORLD: MapCrop = { x: 0, y: 0, width: WIDTH, height: HEIGHT };

export const MAP_VIEWS: Readonly<Record<MapRegion, { name: string; crop: MapCrop }>> = {
  europe: { name: "Europe", crop: { x: 522, y: 14, width: 218, height: 146 } },
  africa: { name: "Africa", crop: { x: 470, y: 136, width: 340, height: 334 } },
  asia: { name: "Asia", crop: { x: 660, y: 56, width: 400, height: 296 } },
  "north-america": { name: "North America", crop: { x: 186, y: 18, width: 300, height: 262 } },
  "south-america": { name: "South America", crop: { x: 270, y: 222, width: 220, height: 316 } },
  oceania: { name: "Oceania", crop: { x: 930, y: 226, width: 302, height: 292 } },
};

/** The whole world without a region. */
export const cropOf = (region: MapRegion | undefined): MapCrop =>
  region === undefined ? WHOLE_WORLD : MAP_VIEWS[region].crop;

/** `margin`: least distance from the edge, in map units. */
export const isInCrop = ({ x, y, width, height }: MapCrop, point: { x: number; y: number }, margin = 0): boolean =>
  point.x >= x + margin && point.x <= x + width - margin && point.y >= y + margin && point.y <= y + height - margin;

export function isCountryInCrop(code: string, { x, y, width, height }: MapCrop): boolean {
  const place = placeOf(code);
  if (!place) return false;
  const { left, right, top, bottom } = place.box ?? { left: place.x, right: place.x, top: place.y, bottom: place.y };
  return left < x + width && right > x && top < y + height && bottom > y;
}
