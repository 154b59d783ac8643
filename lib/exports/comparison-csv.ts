import "server-only";
import type { z } from "zod";
import type { Address, BodyReply } from "@/lib/api/endpoint";
import { findComparison } from "@/lib/catalogue/compare/data";
import { compare } from "@/lib/catalogue/compare/endpoints";
import { toPriceRow } from "@/lib/catalogue/prices/rules";
import { toCsvReply } from "./csv-reply";

export const comparisonFile = {
  path: "/compare.csv",
  params: compare.params,
  query: compare.query,
  maxAgeSeconds: 60,
} satisfies Address;

/**
 * Cells of a comparison as CSV: one row per product and country in the given order, with the columns of the price
 * record; without a price only product and country are filled. Parameters and errors of `/api/compare`: `tax=excluded`
 * chooses the price, whose amount without tax has its own columns.
 */
export async function findComparisonCsv(query: z.infer<typeof compare.query>): Promise<BodyReply> {
  const { version, data, prices } = await findComparison(query);
  const shown = new Map(prices.map((price) => [`${price.product} ${price.country}`, toPriceRow(price)]));
  const rows = data.products.flatMap(({ slug: product }) =>
    data.countries.map(({ code: country }) => shown.get(`${product} ${country}`) ?? { product, country }),
  );
  return toCsvReply("compare", version, rows);
}
