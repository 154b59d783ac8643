import { chooseProducts, type FilteredProduct, isInRegion, type ProductFilter } from "@/lib/catalogue/filters/rules";
import type { Region } from "@/lib/contract/codes";
import type { ColumnFilter, PriceKind } from "./columns-rules";

/** Values of the filters of prices, `priceInputs`. */
export type SeriesFilter = ProductFilter & {
  country?: readonly string[] | undefined;
  platform?: readonly string[] | undefined;
  period?: readonly string[] | undefined;
  region?: Region | undefined;
};

/** Test of series by filters of prices. `regions`: region of each country. */
export function toColumnFilter(
  filter: SeriesFilter,
  { products, regions }: { products: readonly FilteredProduct[]; regions: Readonly<Record<string, string>> },
): ColumnFilter {
  const { country, platform, period, region } = filter;
  const tests: ((kind: PriceKind) => boolean)[] = [];
  if (country) tests.push((kind) => country.includes(kind.country));
  if (platform) tests.push((kind) => platform.includes(kind.platform));
  if (period) tests.push((kind) => period.includes(kind.period));
  if (region) {
    const isThere = isInRegion(regions, region);
    tests.push((kind) => isThere(kind.country));
  }
  return {
    products: chooseProducts(products, filter),
    hasKind: tests.length > 0 ? (kind) => tests.every((test) => test(kind)) : undefined,
  };
}
