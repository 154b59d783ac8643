import { toHref } from "@/lib/pages/query";
import type { CompareRequest } from "./request";

export const COMPARE_PATH = "/compare";

/** The address of a comparison under `path`: the whole state, the baseline being the first country. */
export const toCompareHref = (
  { products, countries }: CompareRequest,
  currency?: string,
  path = COMPARE_PATH,
): string =>
  toHref(path, {
    products: products.join(",") || undefined,
    countries: countries.join(",") || undefined,
    currency,
  });
