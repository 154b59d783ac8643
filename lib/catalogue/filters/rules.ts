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
  const named = q === undefined ? null : new Set(searchProducts(facts, q).found);
  const left = facts.filter(
    (one) =>
      (slugs === undefined || slugs.has(one.slug)) &&
      (category === undefined || one.category === category) &&
      (vendor === undefined || one.vendor?.toLowerCase() === vendor) &&
      (named === null || named.has(one)),
  );
  return new Set(left.map(({ slug }) => slug));
}

const MIN_INSIDE_CHARACTERS = 3;

/**
 * Finds the products of which each word of a text begins a word of name, plan, vendor or slug; without any, those of
 * which it is a part (`gpt`); without any, those of which it nearly equals one (`youtbe`).
 */
function searchProducts<P extends FilteredProduct>(
  products: readonly P[],
  text: string,
): { found: readonly P[]; isGuess: boolean } {
  const typed = fold(text).split(" ").filter(Boolean);
  const findBy = (isMeant: (own: string, word: string) => boolean) =>
    products.filter((one) => typed.every((word) => toWords(one).some((own) => isMeant(own, word))));
  const isInside = (own: string, word: string) =>
    word.length < MIN_INSIDE_CHARACTERS ? own.startsWith(word) : own.includes(word);
  if (typed.length === 0) return { found: [], isGuess: false };
  for (const isMeant of [(own: string, word: string) => own.startsWith(word), isInside]) {
    const found = findBy(isMeant);
    if (found.length > 0) return { found, isGuess: false };
  }
  const near = new Map(typed.map((word) => [word, isLike(word)]));
  const found = findBy((own, word) => near.get(word)?.(own) === true);
  return { found, isGuess: found.length > 0 };
}

/** No product has the words of `q`; those that it chooses are spelled like it. */
export const isGuess = (products: readonly FilteredProduct[], q: string | undefined): boolean =>
  q !== undefined && searchProducts(products, q).isGuess;

const knownWords = new WeakMap<FilteredProduct, readonly string[]>();

function toWords(facts: FilteredProduct): readonly string[] {
  const { name, plan, vendor, slug } = facts;
  const words = knownWords.get(facts) ?? fold(`${name} ${plan} ${vendor ?? ""} ${slug}`).split(" ");
  knownWords.set(facts, words);
  return words;
}

/** `name` is that of the region, such as `North America`. */
export const isRegion = (name: string | undefined, region: Region): boolean =>
  name?.toLowerCase().replaceAll(" ", "-") === region;

export const isInRegion = (regions: Readonly<Record<string, string>>, region: Region) => (country: string) =>
  isRegion(regions[country], region);
