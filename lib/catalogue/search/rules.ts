import { findCountryCode } from "./country-name-rules";
import { countSlips, fold } from "./fold-rules";

export type Place = { name: string; code: string };
export type Named = { slug: string; label: string; name: string };

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

const knownWords = new WeakMap<Named, readonly string[]>();

/** Words of a product's name, in one spelling. */
function wordsOf(product: Named): readonly string[] {
  const words = knownWords.get(product) ?? fold(`${product.label} ${product.slug}`).split(" ");
  knownWords.set(product, words);
  return words;
}

/**
 * At most four products whose names share words with a text, allowing typing errors, most likely first. A word of few
 * products weighs more, so "spotify family" finds Spotify rather than another family plan.
 */
export function findNearProducts(text: string, products: readonly Named[]): Named[] {
  const wanted = [...new Set(fold(text).split(" "))].filter((word) => word.length > 2).slice(0, 10);
  const named = products.map((product) => ({ product, words: wordsOf(product) }));
  const weights = wanted.map((word) => ({ word, among: named.filter(({ words }) => words.some(isLike(word))).length }));
  const scored = named.map(({ product, words }) => {
    const found = weights.filter(({ word }) => words.some(isLike(word)));
    return { product, score: found.reduce((sum, { among }) => sum + 1 / among, 0) };
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score > 0 && score >= best / 2)
    .sort((a, b) => b.score - a.score || a.product.label.length - b.product.label.length)
    .slice(0, 4)
    .map(({ product }) => product);
}

/** Checks that a word of a name begins with the typed word, or nearly equals it. */
export const isLike = (typed: string) => (own: string) =>
  own.startsWith(typed) || (typed.length > 3 && countSlips(typed, own) <= (typed.length < 6 ? 1 : 2));
