import type { CompareView } from "@/lib/catalogue/compare/arrange-rules";
import type { CompareQuery } from "@/lib/catalogue/compare/page-schema";
import { MAX_COUNTRIES, MAX_PRODUCTS } from "@/lib/catalogue/compare/schema";
import { BASE_COUNTRY } from "@/lib/catalogue/price-index/rules";
import type { Option } from "@/lib/catalogue/search/option-rules";
import { readLens } from "@/lib/catalogue/tax/lens/rules";
import type { Lens } from "@/lib/catalogue/tax/lens/schema";
import { COUNTRY_CODES } from "@/lib/contract/codes";
import type { RefusedParameter } from "@/lib/pages/query";

export type CompareRequest = {
  products: string[];
  /** Baseline first: the API measures savings against its total. */
  countries: string[];
  /** Codes of all countries with an index, where one tick chose them. */
  all?: readonly string[];
  lens?: Lens;
  date?: string;
  view?: CompareView | undefined;
};

/** In the place of codes: all countries with an index. */
export const ALL_INDEXED = "index";

const KNOWN_CODES = new Set(COUNTRY_CODES);
const split = (list: string | undefined) => (list ?? "").split(",").filter((item) => item.trim() !== "");

type Known = {
  products: readonly Option[];
  indexed: readonly string[];
  /** The reader's country, which others are compared with where the address names none. */
  home?: string | null;
};

/**
 * Reads the values that exist, each once, up to the limits of the API; and those that could not be used. Subscriptions without
 * a country are compared in all that have an index.
 */
export function readCompareRequest(
  query: CompareQuery,
  { products, indexed, home = null }: Known,
): { request: CompareRequest; refused: RefusedParameter[] } {
  const refused: RefusedParameter[] = [];
  const lens = readLens(query);
  const collect = (parameter: string, items: string[], max: number, resolve: (item: string) => string | undefined) => {
    const found = new Set<string>();
    for (const item of items) {
      const value = resolve(item.trim());
      if (value === undefined || (found.size >= max && !found.has(value)))
        refused.push({ parameter, given: item.slice(0, 60) });
      else found.add(value);
    }
    return [...found];
  };
  const slugs = new Set(products.map(({ value }) => value));
  const toSlug = (item: string) => (slugs.has(item.toLowerCase()) ? item.toLowerCase() : undefined);
  const toCode = (item: string) => (KNOWN_CODES.has(item.toUpperCase()) ? item.toUpperCase() : undefined);

  const asked = split(query.countries);
  const isAll = indexed.length > 0 && (asked.length === 0 || asked.includes(ALL_INDEXED));
  const named = collect(
    "countries",
    asked.filter((item) => !isAll || item !== ALL_INDEXED),
    MAX_COUNTRIES,
    toCode,
  );
  // A form may send one that is not ticked any more.
  const baseline = query.baseline === undefined ? undefined : toCode(query.baseline);
  const isOwn = home !== null && (asked.length === 0 || indexed.includes(home));
  const reader = isOwn ? home : BASE_COUNTRY;
  const own = baseline !== undefined && indexed.includes(baseline) ? baseline : reader;
  const first = named.length > 0 ? named : [own];
  const codes = isAll ? [...new Set([...first, ...indexed])].slice(0, MAX_COUNTRIES) : named;
  if (query.baseline !== undefined && baseline === undefined)
    refused.push({ parameter: "baseline", given: query.baseline.slice(0, 60) });
  return {
    request: {
      products: collect("products", split(query.products), MAX_PRODUCTS, toSlug),
      ...(isAll && { all: indexed }),
      ...(lens !== "shown" && { lens }),
      ...(query.date !== undefined && { date: query.date }),
      ...((query.order === "total" || query.empty === "hidden") && {
        view: { isByTotal: query.order === "total", hidesEmpty: query.empty === "hidden" },
      }),
      countries:
        baseline !== undefined && codes.includes(baseline)
          ? [baseline, ...codes.filter((code) => code !== baseline)]
          : codes,
    },
    refused,
  };
}
