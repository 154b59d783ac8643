import "server-only";
import type { Answer } from "@/lib/api/handle";
import { findComparison } from "@/lib/catalogue/compare/data";
import { compare } from "@/lib/catalogue/compare/endpoints";
import { toPriceRow } from "@/lib/catalogue/prices/rules";
import { answerCsv } from "./answer-csv";

/**
 * Cells of a comparison as CSV: one row per product and country in the given order, with the columns of the price
 * record; without a price only product and country are filled. Parameters and errors of `/api/compare`: `tax=excluded`
 * chooses the price, whose amount without tax has its own columns.
 */
export function findComparisonCsv(request: Request): Promise<Answer> {
  return answerCsv(request, {
    path: "/compare.csv",
    query: compare.query,
    find: async (query) => {
      const { version, data, prices } = await findComparison(query);
      const shown = new Map(prices.map((price) => [`${price.product} ${price.country}`, toPriceRow(price)]));
      const rows = data.products.flatMap(({ slug: product }) =>
        data.countries.map(({ code: country }) => shown.get(`${product} ${country}`) ?? { product, country }),
      );
      return { version, rows };
    },
  });
}
