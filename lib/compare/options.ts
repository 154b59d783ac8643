import "server-only";
import { countries as facts } from "countries-list";
import { findBrowseChoices } from "@/lib/products/browse";
import { findNames } from "@/lib/search/data";

/** A choice of the compare form: what is sent, what is read, and other names it is found by. */
export type CompareOption = { value: string; label: string; hint?: string; keywords?: readonly string[] };

const OTHER_NAMES = new Map(
  Object.entries(facts).map(([code, fact]) => [
    code,
    [...new Set([fact.native, ...("alias" in fact ? fact.alias : [])])].filter((name) => name !== fact.name),
  ]),
);

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
    countries: countries.map(
      ({ code, name }): CompareOption => ({
        value: code,
        label: name,
        hint: code,
        keywords: OTHER_NAMES.get(code) ?? [],
      }),
    ),
    /** Of the options those that a form lists: the widest products, and those chosen. The others are found by typing. */
    isListed: (slug: string, chosen: readonly string[]) => suggested.has(slug) || chosen.includes(slug),
    label: (slug: string) => labels.get(slug) ?? slug,
  };
}
