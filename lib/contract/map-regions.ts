import { z } from "zod";

export const MAP_REGIONS = ["europe", "africa", "asia", "north-america", "south-america", "oceania"] as const;
export type MapRegion = (typeof MAP_REGIONS)[number];

export const mapInputs = { map: z.enum(MAP_REGIONS).optional() };
