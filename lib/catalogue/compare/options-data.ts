import "server-only";
import { findBrowseChoices } from "@/lib/catalogue/products/browse-data";
import { toCountryOptions } from "@/lib/catalogue/search/country-option-rules";
import { findNames } from "@/lib/catalogue/search/data";

/** A choice of the compare form: what is sent, what is read, and other names it is found by. */
export type CompareOption = { value: string; label: string; hint?: string; keywords?: readonly string[] };

/** Everything that can be compared, and the names of products. */
export async function readCompareOptions() {
  const [{ products, suggested }, { countries }] = await Promise.all([findNames(), findBrowseChoices()]);
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
    /** Of the options those that a form lists: the widest products, and those chosen. The others are found by typing. */
    isListed: (slug: string, chosen: readonly string[]) => suggested.has(slug) || chosen.includes(slug),
    label: (slug: string) => labels.get(slug) ?? slug,
  };
}
