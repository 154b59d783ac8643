import { findCountryCode, findNearCountry } from "./country-name-rules";
import { everyCountryOption } from "./country-option-rules";
import { countSlips, fold, isWithin, slipsIn } from "./fold-rules";
import { matchOptions } from "./option-rules";
import type { Named, Place } from "./rules";
import {
  findCategoryByName,
  findNotTracked,
  findProductByCommonName,
  findTopic,
  type Topic,
  withoutFillers,
} from "./topic-rules";

export type Names = {
  /** Most wanted first. */
  products: readonly Named[];
  countries: readonly Place[];
  categories: readonly { category: string; name: string }[];
};

export type FoundPage =
  | { product: Named; country: string | null }
  | { category: string; country?: string | undefined }
  | { country: string }
  | { topic: Topic }
  /** Named, and known not to be in the dataset: there is no page of it. */
  | { notTracked: string };

export function toFoundPath(page: FoundPage): string {
  if ("topic" in page) return page.topic.href;
  if ("notTracked" in page) return `/search?q=${encodeURIComponent(page.notTracked)}`;
  if ("category" in page) return `/services?category=${page.category}${page.country ? `&country=${page.country}` : ""}`;
  if (!("product" in page)) return `/countries/${page.country}`;
  return `/services/${page.product.slug}${page.country === null ? "" : `?home=${page.country}`}`;
}

/**
 * Single page that a text names in any language, with typing errors: a product, also in a country (`netflix tur`), a
 * category, or a country. Full names come first; null when several match.
 */
export function findPage(text: string, names: Names): FoundPage | null {
  const typed = fold(text);
  if (typed === "") return null;
  const wanted = withoutFillers(typed);
  return (
    findSubject(typed) ??
    findNamed(typed, names) ??
    findSubject(wanted) ??
    findNamed(wanted, names) ??
    findCategoryInCountry(wanted, names) ??
    findInCountry(wanted, names) ??
    findNear(wanted, names)
  );
}

function findSubject(wanted: string): FoundPage | null {
  const topic = findTopic(wanted);
  if (topic !== null) return { topic };
  const notTracked = findNotTracked(wanted);
  return notTracked === null ? null : { notTracked };
}

/** `poland streaming`, `streaming in Polen`. */
function findCategoryInCountry(wanted: string, { categories }: Names): FoundPage | null {
  for (const { name, place } of splitInTwo(wanted.split(" "))) {
    const category = findCategory(name, categories);
    const country = category === null ? null : (findCountryCode(place) ?? findNearCountry(place));
    if (category !== null && country !== null) return { category, country };
  }
  return null;
}

const findCategory = (wanted: string, categories: Names["categories"]): string | null => {
  const known = findCategoryByName(wanted);
  const found = categories.find(
    ({ category, name }) => fold(name) === wanted || fold(category) === wanted || category === known,
  );
  return found?.category ?? null;
};

/** A name and a place in either order. */
const splitInTwo = (words: readonly string[]) =>
  words.slice(1).flatMap((_, at) => {
    const [before, after] = [words.slice(0, at + 1).join(" "), words.slice(at + 1).join(" ")];
    return [
      { name: before, place: after },
      { name: after, place: before },
    ];
  });

function findNamed(wanted: string, { products, countries, categories }: Names): FoundPage | null {
  const product = findProduct(wanted, products);
  if (product) return toProduct(product);
  const category = findCategory(wanted, categories);
  if (category !== null) return { category };
  const hasWord = products.some(({ folded }) => ` ${folded.label} `.includes(` ${wanted} `));
  return toCountry(hasWord ? null : findCountryCode(wanted), countries);
}

const findProduct = (wanted: string, products: readonly Named[]): Named | undefined =>
  products.find(({ folded }) => folded.label === wanted) ??
  products.find(({ folded }) => folded.name === wanted || folded.slug === wanted) ??
  products.find(({ slug }) => slug === findProductByCommonName(wanted));

type FindCountry = (text: string) => string | null;
type FindProduct = (text: string, products: readonly Named[]) => Named | undefined;

/** Both in full first, then one of them begun or mistyped. */
function findInCountry(wanted: string, { products }: Names): FoundPage | null {
  const words = wanted.split(" ");
  const pairs = splitInTwo(words);
  const isLabel = products.some((product) => hasWords(product, words));
  const inFull: FindProduct = (text, all) => findProduct(text, all) ?? findBeginning(text, all);
  const ways: [FindCountry, FindProduct][] = [
    [(text) => (isLabel && text.length < 4 ? null : findCountryCode(text)), inFull],
    [findCountryCode, findSimilar],
    [findBegunCountry, inFull],
    [findNearCountry, inFull],
  ];
  for (const [findCode, find] of isLabel ? ways.slice(0, 1) : ways)
    for (const { name, place } of pairs) {
      const country = findCode(place);
      const product = country === null ? undefined : find(name, products);
      if (product) return { product, country };
    }
  return null;
}

/** `spotify ind` is Spotify Individual, not Spotify in India. */
const hasWords = ({ folded }: Named, words: readonly string[]): boolean =>
  words.every((word) => folded.words.some((own) => own.startsWith(word)));

/** Needs three letters; the most wanted of several. */
function findBegunCountry(text: string): string | null {
  if (text.length < 3) return null;
  return matchOptions(everyCountryOption(), text, 3)[0]?.value ?? null;
}

/** Undefined when several begin so. */
function findBeginning(wanted: string, products: readonly Named[]): Named | undefined {
  if (wanted.length < 3) return undefined;
  const found = products.filter(({ folded }) => folded.label.startsWith(wanted));
  return new Set(found.map(({ name }) => name)).size === 1 ? found[0] : undefined;
}

function findSimilar(wanted: string, products: readonly Named[]): Named | undefined {
  const most = slipsIn(wanted.length);
  const near = products.filter(({ folded }) => isWithin(wanted, folded.name, most));
  return near.sort((a, b) => countSlips(wanted, a.folded.name) - countSlips(wanted, b.folded.name))[0];
}

function findNear(wanted: string, { products, countries }: Names): FoundPage | null {
  const begun = findBeginning(wanted, products);
  if (begun) return toProduct(begun);
  const isWord = products.some(({ folded }) => folded.label.includes(wanted));
  const places = countries.filter(({ name }) => ` ${fold(name)}`.includes(` ${wanted}`));
  if (!isWord && wanted.length > 2 && places.length === 1 && places[0]) return { country: places[0].code };
  if (isWord || places.length > 0) return null;
  const near = findSimilar(wanted, products);
  return near ? toProduct(near) : toCountry(findNearCountry(wanted), countries);
}

const toProduct = (product: Named): FoundPage => ({ product, country: null });
const toCountry = (code: string | null, countries: readonly Place[]): FoundPage | null =>
  code !== null && countries.some((country) => country.code === code) ? { country: code } : null;
