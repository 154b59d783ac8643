import "server-only";
import { findBrowseChoices } from "@/lib/catalogue/products/browse-data";
import { toCountryOptions } from "@/lib/catalogue/search/country-option-rules";
import { findNames } from "@/lib/catalogue/search/data";
import type { Version } from "@/lib/versions/current";

export type CompareOption = { value: string; label: string; hint?: string; keywords?: readonly string[] };

export async function readCompareOptions(version: Version) {
  const [{ products, suggested }, { countries }] = await Promise.all([findNames(version), findBrowseChoices(version)]);
  const labels = new Map(products.map(({ slug, label }) => [slug, label]));
  return {
    products: products.map(
      ({ slug, label, name }): CompareOption => ({
        value: slug,
        label,
        ...(name !== label && { keywords: [name] }),
      }),
    ),
    countries: toCountryOptions(countries.map(({ code }) => code)),
    /** Lists products of most countries and chosen ones; typing finds the others. */
    isListed: (slug: string, chosen: readonly string[]) => suggested.has(slug) || chosen.includes(slug),
    label: (slug: string) => labels.get(slug) ?? slug,
  };
}
