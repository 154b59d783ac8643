import "server-only";
import { publishedDb } from "@/lib/platform/db";
import { readRow } from "@/lib/platform/read-row";
import type { Version } from "@/lib/versions/current";
import type { ListedCorrection } from "./schema";
import { newestCorrections, withdrawnOf } from "./sql";

export const CORRECTIONS_PAGE_SIZE = 50;

/** One page, newest first, and the number of all. */
export async function findCorrections(
  { id }: Version,
  page: number,
): Promise<{ corrections: ListedCorrection[]; total: number }> {
  const [corrections, total] = await Promise.all([
    publishedDb().$queryRaw<ListedCorrection[]>(
      newestCorrections(id, CORRECTIONS_PAGE_SIZE, (page - 1) * CORRECTIONS_PAGE_SIZE),
    ),
    publishedDb().correction.count({ where: { versionId: { lte: id } } }),
  ]);
  return { corrections, total };
}

/** What was withdrawn of a product, country by country, with the public reasons. */
export const findWithdrawn = ({ id }: Version, product: string): Promise<{ countries: number; notes: string[] }> =>
  readRow(withdrawnOf(id, product));
