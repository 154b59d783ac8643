import { z } from "zod";

/** Parts of the world map that can be shown alone, by their name in an address (`?map=europe`). */
export const MAP_REGIONS = ["europe", "africa", "asia", "north-america", "south-america", "oceania"] as const;
export type MapRegion = (typeof MAP_REGIONS)[number];

/** Parameter of a page's address that shows a part of its map. */
export const mapInputs = { map: z.enum(MAP_REGIONS).optional() };
