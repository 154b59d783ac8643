import { toLensParams } from "@/lib/catalogue/tax/lens-rules";
import { toHref } from "@/lib/pages/query";
import type { CompareRequest } from "./request";

export const COMPARE_PATH = "/compare";

/** Address of a comparison under `path`, with its whole state; the first country is the baseline. */
export const toCompareHref = (
  { products, countries, date, lens = "shown", view }: CompareRequest,
  currency?: string,
  path = COMPARE_PATH,
): string =>
  toHref(path, {
    products: products.join(",") || undefined,
    countries: countries.join(",") || undefined,
    currency,
    date,
    order: view?.isByTotal ? "total" : undefined,
    empty: view?.hidesEmpty ? "hidden" : undefined,
    ...toLensParams(lens),
  });
