import "server-only";
import { db } from "@/lib/platform/db";
import { Prisma } from "@/prisma/client/client";
import type { ListedCorrection } from "./correction-schema";
import { CORRECTION_SELECT, CORRECTIONS } from "./corrections-sql";
import { readFigures } from "./page-figures-data";
import { readOncePerVersion } from "./per-version";

/** Corrections on one page. */
export const CORRECTIONS_PAGE_SIZE = 50;

const countCorrections = readOncePerVersion("corrections", () => readFigures<number>("corrections"));

/** Corrections of prices and rates, newest first, of one page; and how many there are. Throws NoDataset. */
export async function findCorrections(page: number): Promise<{ corrections: ListedCorrection[]; total: number }> {
  const total = await countCorrections();
  const [found] = await db().$queryRaw<{ corrections: ListedCorrection[] }[]>`
    SELECT coalesce(json_agg(row_to_json(listed) ORDER BY listed.id DESC), '[]') AS corrections FROM (
      SELECT c.id, pr.name, pr.plan, co.name AS country_name, ${Prisma.raw(CORRECTION_SELECT)}
      FROM ${Prisma.raw(CORRECTIONS)}
      LEFT JOIN product pr ON pr.slug = p.product LEFT JOIN country co ON co.code = p.country
      ORDER BY c.id DESC LIMIT ${CORRECTIONS_PAGE_SIZE} OFFSET ${(page - 1) * CORRECTIONS_PAGE_SIZE}
    ) AS listed`;
  return { corrections: found?.corrections ?? [], total };
}
