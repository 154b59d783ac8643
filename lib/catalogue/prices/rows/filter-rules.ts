import { chooseProducts, type FilteredProduct, isInRegion, type ProductFilter } from "@/lib/catalogue/filters/rules";
import type { Evidence } from "@/lib/catalogue/prices/evidence/rules";
import type { Period, Platform, Region } from "@/lib/contract/codes";

export type SeriesFilter = ProductFilter & {
  country?: readonly string[] | undefined;
  platform?: readonly Platform[] | undefined;
  period?: readonly Period[] | undefined;
  region?: Region | undefined;
  evidence?: readonly Evidence[] | undefined;
  verified_since?: string | undefined;
};

/** A column without values allows all. */
export type SeriesChoice = {
  product?: string[];
  country?: string[];
  platform?: Platform[];
  period?: Period[];
  evidence?: Evidence[];
  verifiedSince?: string;
};

export function chooseSeries(
  filter: SeriesFilter,
  { products, regions }: { products: readonly FilteredProduct[]; regions: Readonly<Record<string, string>> },
): SeriesChoice {
  const { platform, period, evidence, verified_since: verifiedSince } = filter;
  const chosen = chooseProducts(products, filter);
  const country = chooseCountries(filter, regions);
  return {
    ...(chosen && { product: [...chosen] }),
    ...(country && { country }),
    ...(platform && { platform: [...platform] }),
    ...(period && { period: [...period] }),
    ...(evidence && { evidence: [...evidence] }),
    ...(verifiedSince && { verifiedSince }),
  };
}

function chooseCountries({ country, region }: SeriesFilter, regions: Readonly<Record<string, string>>) {
  if (region === undefined) return country && [...country];
  const isThere = isInRegion(regions, region);
  return (country ?? Object.keys(regions)).filter(isThere);
}

/**
 * Chooses the prices among which those of `products` are ranked. A country or a region does not make a price the lowest of its
 * product, so that `platform` and `period` alone count; who asks for the best of a choice (`isBest`) ranks what all filters leave.
 */
export function chooseRanked(choice: SeriesChoice, products: readonly string[], isBest: boolean): SeriesChoice {
  if (isBest) return choice;
  const { platform, period } = choice;
  return {
    product: [...new Set(products)],
    ...(platform && { platform }),
    ...(period && { period }),
  };
}

export const toWhere = ({ product, country, platform, period, evidence, verifiedSince }: SeriesChoice) => ({
  ...(product && { productSlug: { in: product } }),
  ...(country && { countryCode: { in: country } }),
  ...(platform && { platform: { in: platform } }),
  ...(period && { period: { in: period } }),
  ...(evidence && { evidence: { in: evidence } }),
  ...(verifiedSince && { verifiedOn: { gte: new Date(verifiedSince) } }),
});
