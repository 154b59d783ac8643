import "server-only";
import { readCountries } from "@/lib/catalogue/countries/data";
import { withIndex } from "@/lib/catalogue/countries/rules";
import { findBrowseChoices } from "@/lib/catalogue/products/browse/data";
import { toCountryOptions } from "@/lib/catalogue/search/country-option-rules";
import { findNames } from "@/lib/catalogue/search/data";
import { compareNames } from "@/lib/text/format";
import type { Version } from "@/lib/versions/current";

export type CompareOption = { value: string; label: string; hint?: string; keywords?: readonly string[] };

export async function readCompareOptions(version: Version) {
  const [{ products, suggested }, { countries }, indexed] = await Promise.all([
    findNames(version),
    findBrowseChoices(version),
    readCountries(version, "shown"),
  ]);
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
    /** Codes of countries with an index, by name. */
    indexed: withIndex(indexed)
      .sort((a, b) => compareNames(a.name, b.name))
      .map(({ country }) => country),
    /** Lists products of most countries and chosen ones; typing finds the others. */
    isListed: (slug: string, chosen: readonly string[]) => suggested.has(slug) || chosen.includes(slug),
    label: (slug: string) => labels.get(slug) ?? slug,
  };
}
