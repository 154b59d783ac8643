import type { FigureShare } from "@/components/site/figure-data";
import { toLensParams } from "@/lib/catalogue/tax/lens/rules";
import { toHref } from "@/lib/pages/query";
import { ALL_INDEXED, type CompareRequest } from "./request";

export const COMPARE_PATH = "/compare";

/** The first country is the baseline. */
const toCompareParams = ({ products, countries, date, lens = "shown", view }: CompareRequest, currency?: string) => ({
  products: products.join(",") || undefined,
  countries: countries.join(",") || undefined,
  currency,
  date,
  order: view?.isByTotal ? "total" : undefined,
  empty: view?.hidesEmpty ? "hidden" : undefined,
  ...toLensParams(lens),
});

/** Parameters of a page, where one value stands for all countries. Files, frames and calls need their codes. */
export const toPageParams = (request: CompareRequest, currency?: string): Record<string, string | undefined> => {
  const { all, countries } = request;
  const params = toCompareParams(request, currency);
  if (all === undefined) return params;
  const others = countries.filter((code) => !all.includes(code));
  return { ...params, countries: [ALL_INDEXED, ...others].join(","), baseline: countries[0] };
};

export const toCompareHref = (request: CompareRequest, currency?: string, path = COMPARE_PATH): string =>
  toHref(path, (path === COMPARE_PATH ? toPageParams : toCompareParams)(request, currency));

export function shareComparison(request: CompareRequest, currency: string | undefined): FigureShare {
  const params = toCompareParams({ ...request, view: undefined }, currency);
  const files = { image: "/image/compare/matrix", embed: "/embed/compare", table: "/table/compare/matrix" };
  return {
    path: COMPARE_PATH,
    params: toPageParams(request, currency),
    anchor: "matrix",
    // Files and frames are of the day of their dataset version.
    ...(request.date === undefined && {
      image: { path: files.image, params },
      embed: { path: files.embed, params },
      table: { path: files.table, params },
    }),
  };
}
