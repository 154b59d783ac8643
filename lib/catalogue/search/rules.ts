import { findCountryCode } from "./country-name-rules";
import { fold, isWithin } from "./fold-rules";

export type Place = { name: string; code: string };

type ProductNames = { slug: string; label: string; name: string };
/** Product as searches compare it: each name also folded, and the words of its label and slug. */
export type Named = ProductNames & { folded: ProductNames & { words: readonly string[] } };

/** Folds the names of a product, once for all searches. */
export function foldNames<P extends ProductNames>(product: P): P & Named {
  const [slug, label, name] = [fold(product.slug), fold(product.label), fold(product.name)];
  return { ...product, folded: { slug, label, name, words: `${label} ${slug}`.split(" ") } };
}

/**
 * Countries that a search text names in any language, or whose name has a word that begins with it; at most five, for
 * texts of three letters or more.
 */
export function matchCountries(text: string, countries: readonly Place[]): Place[] {
  const wanted = fold(text);
  const code = findCountryCode(wanted);
  const named = countries.filter((country) => country.code === code);
  if (named.length > 0 || wanted.length < 3) return named;
  return countries.filter(({ name }) => ` ${fold(name)}`.includes(` ${wanted}`)).slice(0, 5);
}

/**
 * At most four products whose names share words with a text, allowing typing errors, most likely first. A word of few
 * products weighs more, so "spotify family" finds Spotify rather than another family plan.
 */
export function findNearProducts(text: string, products: readonly Named[]): Named[] {
  const wanted = [...new Set(fold(text).split(" "))].filter((word) => word.length > 2).slice(0, 10);
  const scores = new Map<Named, number>();
  for (const word of wanted) {
    const found = products.filter(({ folded }) => folded.words.some(isLike(word)));
    for (const product of found) scores.set(product, (scores.get(product) ?? 0) + 1 / found.length);
  }
  const scored = products.map((product) => ({ product, score: scores.get(product) ?? 0 }));
  const best = scored.reduce((most, { score }) => Math.max(most, score), 0);
  return scored
    .filter(({ score }) => score > 0 && score >= best / 2)
    .sort((a, b) => b.score - a.score || a.product.label.length - b.product.label.length)
    .slice(0, 4)
    .map(({ product }) => product);
}

/** Checks that a word of a name begins with the typed word, or nearly equals it. */
export const isLike = (typed: string) => {
  const most = typed.length < 4 ? 0 : typed.length < 6 ? 1 : 2;
  return (own: string) => own.startsWith(typed) || (most > 0 && isWithin(typed, own, most));
};
