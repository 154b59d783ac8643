import { distance } from "fastest-levenshtein";

export type Place = { name: string; code: string };
export type Named = { slug: string; label: string; name: string };

/** Lower case without accents and punctuation, so that `Turkiye` finds `Türkiye`. */
const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+]+/gu, " ")
    .trim();

/**
 * The one page that a search text names: a product by its label, name or slug, a country by its name or code; a prefix
 * counts when it fits a single country and no product. Null: a list has to answer.
 */
export function findExactPage(text: string, products: readonly Named[], countries: readonly Place[]): string | null {
  const wanted = plain(text);
  if (wanted === "") return null;
  const is = (candidate: string) => plain(candidate) === wanted;
  const product = products.find(({ label }) => is(label)) ?? products.find(({ name, slug }) => is(name) || is(slug));
  if (product) return `/services/${product.slug}`;
  const country = countries.find(({ name, code }) => is(name) || code.toLowerCase() === wanted);
  if (country) return `/countries/${country.code}`;
  if (wanted.length < 3 || products.some(({ label }) => plain(label).includes(wanted))) return null;
  const near = countries.filter(({ name }) => plain(name).includes(wanted));
  return near.length === 1 && near[0] ? `/countries/${near[0].code}` : null;
}

/** The countries whose name begins with a search text, or has a word that does; at most five, for texts of three letters on. */
export function matchCountries(text: string, countries: readonly Place[]): Place[] {
  const wanted = plain(text);
  if (wanted.length < 3) return [];
  return countries.filter(({ name }) => ` ${plain(name)}`.includes(` ${wanted}`)).slice(0, 5);
}

/**
 * At most four products whose names have words of a text, mistyped ones among them, the likeliest first. A word that few
 * products have counts for more, so "spotify family" is Spotify rather than another family plan.
 */
export function findNearProducts(text: string, products: readonly Named[]): Named[] {
  const wanted = [...new Set(plain(text).split(" "))].filter((word) => word.length > 2).slice(0, 10);
  const named = products.map((product) => ({ product, words: plain(`${product.label} ${product.slug}`).split(" ") }));
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

/** Whether a word of a name begins with a typed one, or is it but for a slip or two. */
const isLike = (typed: string) => (own: string) =>
  own.startsWith(typed) || (typed.length > 3 && distance(typed, own) <= (typed.length < 6 ? 1 : 2));
