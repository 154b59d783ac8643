import { findCountryCode } from "./country-name-rules";
import { fold, isWithin, slipsIn } from "./fold-rules";

export type Place = { name: string; code: string };

type ProductNames = { slug: string; label: string; name: string };
export type Named = ProductNames & {
  isBilledYearly?: boolean;
  folded: ProductNames & { words: readonly string[] };
};

export function foldNames<P extends ProductNames>(product: P): P & Named {
  const slug = fold(product.slug);
  const label = fold(product.label);
  const name = fold(product.name);
  return { ...product, folded: { slug, label, name, words: `${label} ${slug}`.split(" ") } };
}

/** Plans may be named apart: Netflix Standard with ads is of Netflix. */
export const isPlanOf = ({ name, label }: Pick<ProductNames, "name" | "label">, service: string): boolean =>
  name === service || label.startsWith(`${service} `);

/** The named country, else at most five with a word that begins so; these need three letters. */
export function matchCountries(text: string, countries: readonly Place[]): Place[] {
  const wanted = fold(text);
  const code = findCountryCode(wanted);
  const named = countries.filter((country) => country.code === code);
  if (named.length > 0 || wanted.length < 3) return named;
  return countries.filter(({ name }) => ` ${fold(name)}`.includes(` ${wanted}`)).slice(0, 5);
}

/**
 * At most four, most likely first. Rare words weigh more, so that "spotify family" finds Spotify, not other family
 * plans.
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

/** Short words are like too many others: `calm` is not Cam, `twitch` not "with". */
const MIN_MISTYPED = 5;

/** Begins so, or has the same first letter and a typing error or two. */
export const isLike = (typed: string) => {
  const most = typed.length < MIN_MISTYPED ? 0 : slipsIn(typed.length);
  return (own: string) =>
    own.startsWith(typed) ||
    (most > 0 && own.length >= MIN_MISTYPED && own[0] === typed[0] && isWithin(typed, own, most));
};
