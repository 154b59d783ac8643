import "server-only";
import { readFigures } from "@/lib/dataset/page-figures-data";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import type { LargestChange } from "./changes-schema";

/**
 * Largest changes of current local prices in the twelve months before the newest verification: one per vendor and
 * country, and one for all countries that share it. Computed at publish (lib/import/publish/largest-changes-sql.ts).
 */
export const findLargestChanges = readOncePerVersion("moves", () =>
  readFigures<{ since: string; moves: LargestChange[] }>("moves"),
);

/**
 * Number of products that could show a change in those months, and their vendors in order; a product without a vendor
 * counts as its own.
 */
export type ReadTwice = { products: number; vendors: string[] };

export const findReadTwice = readOncePerVersion("read-twice", () => readFigures<ReadTwice>("read_twice"));
