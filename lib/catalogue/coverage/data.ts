import "server-only";
import { productLabel } from "@/lib/catalogue/products/rules";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { oncePerVersion } from "@/lib/versions/once";
import { Prisma } from "@/prisma/client/client";
import { type CoverageFacts, decideCoverage } from "./rules";
import type { CoverageCell, CoverageStatus, CoveredProduct } from "./schema";
import { coverageFacts } from "./sql";

type FactRow = CoverageFacts & Pick<CoverageCell, "product" | "country" | "prices">;

type CoveredVersion = { cells: readonly CoverageCell[]; products: readonly CoveredProduct[] };

/** Cells of which anything is known; all others were not collected. */
async function findCells({ id }: Version, products?: readonly string[]): Promise<CoverageCell[]> {
  const rows = await publishedDb().$queryRaw<FactRow[]>(Prisma.sql`
    SELECT product, country, prices, has_price, was_read, is_withdrawn, has_other_plan, is_source_read
    FROM (${Prisma.raw(coverageFacts(id, products))}) AS f
    WHERE was_read OR is_withdrawn OR has_other_plan OR is_source_read`);
  return rows.map((row) => ({
    product: row.product,
    country: row.country,
    prices: row.prices,
    status: decideCoverage(row),
  }));
}

/** Finds the status of products in a country; reads these products alone. */
export async function findCoverageStatus(version: Version, products: readonly string[]) {
  const cells = await findCells(version, products);
  const known = new Map(cells.map(({ product, country, status }) => [`${product} ${country}`, status]));
  return (product: string, country: string): CoverageStatus => known.get(`${product} ${country}`) ?? "not_collected";
}

/** Products by countries of a version. */
export const readCoverage = oncePerVersion("coverage-cells", async (version): Promise<CoveredVersion> => {
  const [cells, products] = await Promise.all([
    findCells(version),
    publishedDb().product.findMany({
      where: { versionId: version.id },
      select: { slug: true, name: true, plan: true, category: true, service: true },
    }),
  ]);
  return {
    cells,
    products: products.map(({ slug, category, service, ...named }) => ({
      slug,
      category,
      service,
      label: productLabel(named),
    })),
  };
});
