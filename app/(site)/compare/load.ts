import "server-only";
import type { CompareRequest } from "@/components/compare/request";
import { findComparison } from "@/lib/catalogue/compare/data";
import { isCompared } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { toTaxView } from "@/lib/catalogue/tax/lens-rules";
import type { Lens } from "@/lib/catalogue/tax/lens-schema";

/** The US figure that cells are coloured by: dollars a month, or a share of income. */
const toUsFigure = (cell: Price | null | undefined, lens: Lens): number | null => {
  if (!cell || !isCompared(cell)) return null;
  return lens === "income" ? cell.income_share_pct : cell.usd_monthly;
};

/** A comparison, and the US figure of each product in it. */
export async function loadComparison(request: CompareRequest) {
  const lens = request.lens ?? "shown";
  const tax = toTaxView(lens);
  const [{ data: comparison }, { data: us }] = await Promise.all([
    findComparison({ ...request, date: request.date, tax }),
    findComparison({ products: request.products, countries: ["US"], date: request.date, tax }),
  ]);
  const usFigures = new Map(us.matrix.map(({ product, cells }) => [product, toUsFigure(cells[0], lens)]));
  return { comparison, usOf: (product: string) => usFigures.get(product) ?? null };
}
