import { fold } from "@/lib/catalogue/search/fold-rules";
import { isLike } from "@/lib/catalogue/search/rules";
import type { Region } from "@/lib/contract/codes";

export type FilteredProduct = { slug: string; name: string; plan: string; vendor: string | null; category: string };

export type ProductFilter = {
  product?: readonly string[] | undefined;
  category?: string | undefined;
  vendor?: string | undefined;
  q?: string | undefined;
};

/** Undefined when no filter is set. */
export function chooseProducts(
  facts: readonly FilteredProduct[],
  { product, category, vendor, q }: ProductFilter,
): ReadonlySet<string> | undefined {
  if ([product, category, vendor, q].every((filter) => filter === undefined)) return undefined;
  const slugs = product && new Set(product);
  const isNamed = q === undefined ? () => true : matchText(q);
  const left = facts.filter(
    (one) =>
      (slugs === undefined || slugs.has(one.slug)) &&
      (category === undefined || one.category === category) &&
      (vendor === undefined || one.vendor?.toLowerCase() === vendor) &&
      isNamed(one),
  );
  return new Set(left.map(({ slug }) => slug));
}

/** Each word begins, or nearly equals, a word of name, plan, vendor or slug. */
function matchText(text: string): (facts: FilteredProduct) => boolean {
  const typed = fold(text).split(" ").filter(Boolean).map(isLike);
  return (facts) => typed.length > 0 && typed.every((isTyped) => toWords(facts).some(isTyped));
}

const knownWords = new WeakMap<FilteredProduct, readonly string[]>();

function toWords(facts: FilteredProduct): readonly string[] {
  const { name, plan, vendor, slug } = facts;
  const words = knownWords.get(facts) ?? fold(`${name} ${plan} ${vendor ?? ""} ${slug}`).split(" ");
  knownWords.set(facts, words);
  return words;
}

export const isInRegion = (regions: Readonly<Record<string, string>>, region: Region) => (country: string) =>
  regions[country]?.toLowerCase().replaceAll(" ", "-") === region;
