import "server-only";
import { productLabel } from "@/lib/catalogue/products/rules";
import { publishedDb } from "@/lib/platform/db";
import { oncePerVersion } from "@/lib/versions/once";
import { Prisma } from "@/prisma/client/client";
import { type CoverageFacts, decideCoverage } from "./rules";
import type { CoverageCell, CoverageStatus, CoveredProduct } from "./schema";
import { coverageFacts } from "./sql";

type FactRow = CoverageFacts & Pick<CoverageCell, "product" | "country" | "prices">;

export type CoverageIndex = {
  /** Cells of which anything is known; all others were not collected. */
  cells: readonly CoverageCell[];
  /** All products of the version. */
  products: readonly CoveredProduct[];
  statusOf: (product: string, country: string) => CoverageStatus;
};

/** Products by countries of a version. */
export const readCoverage = oncePerVersion("coverage-cells", async ({ id: versionId }): Promise<CoverageIndex> => {
  const [rows, products] = await Promise.all([
    publishedDb().$queryRaw<FactRow[]>(Prisma.sql`
      SELECT product, country, prices, has_price, was_read, is_withdrawn, has_other_plan, is_source_read
      FROM (${Prisma.raw(coverageFacts(versionId))}) AS f
      WHERE was_read OR is_withdrawn OR has_other_plan OR is_source_read`),
    publishedDb().product.findMany({
      where: { versionId },
      select: { slug: true, name: true, plan: true, category: true, service: true },
    }),
  ]);
  const cells = rows.map((row) => ({
    ...{ product: row.product, country: row.country, prices: row.prices },
    status: decideCoverage(row),
  }));
  const known = new Map(cells.map(({ product, country, status }) => [`${product} ${country}`, status]));
  return {
    cells,
    products: products.map(({ slug, category, service, ...named }) => ({
      ...{ slug, category, service },
      label: productLabel(named),
    })),
    statusOf: (product, country) => known.get(`${product} ${country}`) ?? "not_collected",
  };
});
