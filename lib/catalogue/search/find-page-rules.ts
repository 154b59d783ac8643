import { findCountryCode, findNearCountry } from "./country-name-rules";
import { everyCountryOption } from "./country-option-rules";
import { findCurrency } from "./currency-name-rules";
import { countSlips, fold, isWithin, slipsIn } from "./fold-rules";
import { matchOptions } from "./option-rules";
import { type PlanWord, takePlanWord } from "./plan-word-rules";
import { isPlanOf, type Named, type Place } from "./rules";
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

/** `isGuess`: the text names nothing, and this is spelled like it. */
type Guessable = { isGuess?: boolean };

export type FoundPage =
  | (Guessable & {
      product: Named;
      country: string | null;
      currency?: string;
      /** A plan, term or offer that was asked for and is not this product's. */
      planWord?: PlanWord;
    })
  | (Guessable & { category: string; country?: string | undefined })
  | (Guessable & { country: string })
  | { topic: Topic }
  | { products: readonly Named[]; countries: readonly string[] }
  | { currency: string }
  /** Named, and known not to be in the dataset: there is no page of it. */
  | { notTracked: string };

export function toFoundPath(page: FoundPage): string {
  if ("topic" in page) return page.topic.href;
  if ("notTracked" in page) return `/search?q=${encodeURIComponent(page.notTracked)}`;
  if ("products" in page) return toComparePath(page);
  if ("category" in page) return `/services?category=${page.category}${page.country ? `&country=${page.country}` : ""}`;
  if ("product" in page) return toProductPath(page);
  return "currency" in page ? `/services?currency=${page.currency}` : `/countries/${page.country}`;
}

function toComparePath({ products, countries }: { products: readonly Named[]; countries: readonly string[] }): string {
  const named = products.length > 0 ? [`products=${products.map(({ slug }) => slug).join(",")}`] : [];
  const placed = countries.length > 0 ? [`countries=${countries.join(",")}`] : [];
  return `/compare?${[...named, ...placed].join("&")}`;
}

/** A country of the text is what others are compared with; it does not become the reader's. */
function toProductPath({ product, country, currency }: { product: Named; country: string | null; currency?: string }) {
  const chosen = [...(country === null ? [] : [`home=${country}`]), ...(currency ? [`currency=${currency}`] : [])];
  return `/services/${product.slug}${chosen.length === 0 ? "" : `?${chosen.join("&")}`}`;
}

/**
 * Single page that a text names in any language, with typing errors: a product, also in a country (`netflix tur`), in a
 * currency or against another; a category, a country, a currency. Full names come first; null when several match.
 */
export function findPage(text: string, names: Names): FoundPage | null {
  const typed = fold(text);
  if (typed === "") return null;
  const codeOf = readCodes(text);
  return (
    findSubject(typed, names) ??
    findNamed(typed, names, codeOf) ??
    findVersus(text, names) ??
    findWithPlanWord(text, names) ??
    findWanted(withoutFillers(typed), names, codeOf) ??
    findWithCurrency(typed, text, names) ??
    findWithoutCodes(text, names)
  );
}

const findWanted = (wanted: string, names: Names, codeOf: FindCountry): FoundPage | null =>
  findSubject(wanted, names) ??
  findNamed(wanted, names, codeOf) ??
  findCategoryInCountry(wanted, names, codeOf) ??
  findInCountry(wanted, names, codeOf) ??
  findNear(wanted, names);

/** Abbreviations that people write in small letters, too. */
const ABBREVIATIONS = new Set(["uk", "us"]);
const TWO_LETTERS = /^[a-z]{2}$/i;

/** Words of two letters that are no country here: not alone, and not in capitals (`my netflix`, `netflix it`). */
const findLooseCodes = (text: string): ReadonlySet<string> => {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const loose = words.filter((word) => TWO_LETTERS.test(word) && word !== word.toUpperCase());
  return new Set(words.length < 2 ? [] : loose.map(fold).filter((word) => !ABBREVIATIONS.has(word)));
};

function readCodes(text: string): FindCountry {
  const loose = findLooseCodes(text);
  return (name) => (loose.has(name) ? null : findCountryCode(name));
}

function findWithoutCodes(text: string, names: Names): FoundPage | null {
  const loose = findLooseCodes(text);
  const rest = text
    .split(/\s+/)
    .filter((word) => !loose.has(fold(word)))
    .join(" ");
  return loose.size === 0 || fold(rest) === "" ? null : findPage(rest, names);
}

const VERSUS = /\s+(?:vs\.?|versus|gegen|contre|contra)\s+|\s+(?:or|and|oder|und|ou|et|o|y|e|ve|veya|или|и)\s+/iu;

/** `netflix vs spotify`, `spotify turkey vs germany`: each side a product, a country or both. */
function findVersus(text: string, names: Names): FoundPage | null {
  const sides = text.replace(/^\s*compare\s+/i, "").split(VERSUS);
  if (sides.length < 2) return null;
  const found = sides.map((side) => findPage(side, names));
  const products: Named[] = [];
  const countries: string[] = [];
  for (const page of found) {
    if (page === null || !("product" in page || "country" in page) || "category" in page || page.isGuess) return null;
    if ("product" in page) products.push(page.product);
    if (page.country !== null) countries.push(page.country);
  }
  return { products: [...new Set(products)], countries: [...new Set(countries)] };
}

/** `spotify family`, `youtube student turkey`. */
function findWithPlanWord(text: string, names: Names): FoundPage | null {
  const taken = takePlanWord(text);
  const page = taken && findPage(taken.rest, names);
  if (!page || !("product" in page)) return null;
  const { product } = page;
  if (taken.word === "yearly" && product.isBilledYearly) return page;
  const own = names.products.find((one) => isPlanOf(one, product.name) && one.folded.label.includes(taken.name));
  return own ? { ...page, product: own } : { ...page, planWord: taken.word };
}

/** `euro`, `netflix in rupees`. */
function findWithCurrency(typed: string, text: string, names: Names): FoundPage | null {
  const alone = findCurrency(withoutFillers(typed));
  if (alone !== null) return { currency: alone };
  const words = text.trim().split(/\s+/);
  for (const count of [1, 2]) {
    const currency = words.length > count ? findCurrency(fold(words.slice(-count).join(" "))) : null;
    const page = currency === null ? null : findPage(words.slice(0, -count).join(" "), names);
    if (currency !== null && page !== null && "product" in page) return { ...page, currency };
  }
  return null;
}

function findSubject(wanted: string, { products }: Names): FoundPage | null {
  const topic = findTopic(wanted);
  if (topic !== null) return { topic };
  if (findProduct(wanted, products)) return null;
  const notTracked = findNotTracked(wanted);
  return notTracked === null ? null : { notTracked };
}

/** `poland streaming`, `streaming in Polen`. */
function findCategoryInCountry(wanted: string, { categories }: Names, codeOf: FindCountry): FoundPage | null {
  for (const { name, place } of splitInTwo(wanted.split(" "))) {
    const category = findCategory(name, categories);
    if (category === null) continue;
    const named = codeOf(place);
    if (named !== null) return { category, country: named };
    const near = findNearCountry(place);
    if (near !== null) return { category, country: near, isGuess: true };
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
    const before = words.slice(0, at + 1).join(" ");
    const after = words.slice(at + 1).join(" ");
    return [
      { name: before, place: after },
      { name: after, place: before },
    ];
  });

function findNamed(wanted: string, { products, countries, categories }: Names, codeOf: FindCountry): FoundPage | null {
  const product = findProduct(wanted, products);
  if (product) return toProduct(product);
  const category = findCategory(wanted, categories);
  if (category !== null) return { category };
  const hasWord = products.some(({ folded }) => ` ${folded.label} `.includes(` ${wanted} `));
  return toCountry(hasWord ? null : codeOf(wanted), countries);
}

const findProduct = (wanted: string, products: readonly Named[]): Named | undefined =>
  products.find(({ folded }) => folded.label === wanted) ??
  products.find(({ folded }) => folded.name === wanted || folded.slug === wanted) ??
  products.find(({ slug }) => slug === findProductByCommonName(wanted));

type FindCountry = (text: string) => string | null;
type FindProduct = (text: string, products: readonly Named[]) => Named | undefined;

/** Both in full first, then one of them begun or mistyped. */
function findInCountry(wanted: string, { products }: Names, codeOf: FindCountry): FoundPage | null {
  const words = wanted.split(" ");
  const pairs = splitInTwo(words);
  const isLabel = products.some((product) => hasWords(product, words));
  const inFull: FindProduct = (text, all) => findProduct(text, all) ?? findBeginning(text, all);
  const ways: { findCode: FindCountry; find: FindProduct; isGuess: boolean }[] = [
    { findCode: (text) => (isLabel && text.length < 4 ? null : codeOf(text)), find: inFull, isGuess: false },
    { findCode: codeOf, find: findSimilar, isGuess: true },
    { findCode: findBegunCountry, find: inFull, isGuess: false },
    { findCode: findNearCountry, find: inFull, isGuess: true },
  ];
  for (const { findCode, find, isGuess } of isLabel ? ways.slice(0, 1) : ways)
    for (const { name, place } of pairs) {
      const country = findCode(place);
      const product = country === null ? undefined : find(name, products);
      if (product) return isGuess ? { product, country, isGuess } : { product, country };
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

/** Shorter names have too many that are spelled like them (`calm`, Dazz Cam). */
const MIN_SIMILAR = 5;

function findSimilar(wanted: string, products: readonly Named[]): Named | undefined {
  if (wanted.length < MIN_SIMILAR) return undefined;
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
  const guess = near ? toProduct(near) : toCountry(findNearCountry(wanted), countries);
  return guess && { ...guess, isGuess: true };
}

const toProduct = (product: Named): FoundPage => ({ product, country: null });
const toCountry = (code: string | null, countries: readonly Place[]): FoundPage | null =>
  code !== null && countries.some((country) => country.code === code) ? { country: code } : null;
