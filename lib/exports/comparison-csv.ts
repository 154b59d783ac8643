import "server-only";
import type { Answer } from "@/lib/api/handle";
import { findComparison } from "@/lib/catalogue/compare/data";
import { compare } from "@/lib/catalogue/compare/endpoints";
import { toPriceRow } from "@/lib/catalogue/prices/rules";
import { answerCsv } from "./answer-csv";

/**
 * The cells of a comparison as CSV: one row a product and country in the order asked for, the columns of the price
 * record; where there is no price, product and country stand alone. Same parameters and errors as `/api/compare`.
 */
export function findComparisonCsv(request: Request): Promise<Answer> {
  return answerCsv(request, {
    path: "/compare.csv",
    query: compare.query,
    find: async (query) => {
      const { version, data } = await findComparison(query);
      const rows = data.matrix.flatMap(({ product, cells }) =>
        cells.map((cell, i) => (cell ? toPriceRow(cell) : { product, country: data.countries[i]?.code ?? "" })),
      );
      return { version, rows };
    },
  });
}
