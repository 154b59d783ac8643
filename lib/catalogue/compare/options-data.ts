import "server-only";
import { findBrowseChoices } from "@/lib/catalogue/products/browse-data";
import { toCountryOptions } from "@/lib/catalogue/search/country-option-rules";
import { findNames } from "@/lib/catalogue/search/data";
import type { Version } from "@/lib/versions/current";

/** Option of the compare form: sent value, label, and other names that find it. */
export type CompareOption = { value: string; label: string; hint?: string; keywords?: readonly string[] };

/** All products and countries that can be compared, and the names of products. */
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
    /** Options that a form lists: the products of most countries, and the chosen ones. Typing finds the others. */
    isListed: (slug: string, chosen: readonly string[]) => suggested.has(slug) || chosen.includes(slug),
    label: (slug: string) => labels.get(slug) ?? slug,
  };
}
