import type { Ranking } from "@/lib/catalogue/prices/ranking/rules";
import { everyCountryOption } from "./country-option-rules";
import { type FoundPage, findPage, type Names, toFoundPath } from "./find-page-rules";
import { fold } from "./fold-rules";
import { forgiveTyping, matchOptions, namesOf, type Option } from "./option-rules";
import { findNearProducts, foldNames, type Named, type Place } from "./rules";

export type SearchedProduct = Named & {
  vendor: string | null;
  category: string;
  /** 0 for a plan that ended. */
  countries: number;
  /** In US dollars a month. */
  low: number | null;
  high: number | null;
  ranking: Ranking;
  /** Countries whose prices `low` and `high` are of. */
  ranked: number;
  /** Days on which its ranked prices were read; null without any. */
  read: { from: string; to: string } | null;
};

/** `pct`: index against the US. */
export type PricedPlace = Place & { prices: number; pct: number | null };

export type Searchable = Omit<Names, "products" | "countries"> & {
  products: readonly SearchedProduct[];
  countries: readonly PricedPlace[];
  vendors: ReadonlyMap<string, number>;
  options: Record<"products" | "vendors" | "countries" | "categories", readonly Option[]>;
};

export type Suggested = {
  /** The page that the text names; no other list repeats it. */
  straight: FoundPage | null;
  /** Nothing has such a name, and what is listed is spelled like it. */
  isGuess: boolean;
  products: SearchedProduct[];
  vendors: { vendor: string; products: number }[];
  /** `place` is null without prices. */
  countries: { code: string; place: PricedPlace | null }[];
  categories: { category: string; name: string }[];
};

const MIN_CHARACTERS = 2;
const MIN_GUESSED = 5;

/** Folds names once, so that no search has to. */
export function makeSearchable(
  products: readonly Omit<SearchedProduct, "folded">[],
  countries: Searchable["countries"],
  categories: Searchable["categories"],
): Searchable {
  const counts = new Map<string, number>();
  for (const { vendor } of products) if (vendor !== null) counts.set(vendor, (counts.get(vendor) ?? 0) + 1);
  const vendors = new Map([...counts].filter(([, count]) => count > 1));
  const options = {
    products: products.map(({ slug, label, name, vendor }) => ({
      value: slug,
      label,
      keywords: [name, ...(vendor ? [vendor] : [])],
    })),
    vendors: [...vendors.keys()].map((vendor) => ({ value: vendor, label: vendor })),
    countries: everyCountryOption(),
    categories: categories.map(({ category, name }) => ({ value: category, label: name })),
  };
  // Folds now: else the first search after a publish would wait.
  for (const option of Object.values(options).flat()) namesOf(option);
  return { products: products.map(foldNames), countries, categories, vendors, options };
}

/** Best first, also for incomplete words; typing errors count where nothing else matches. `most` limits each list. */
export function suggestPages(text: string, names: Searchable, most: number): Suggested {
  const query = fold(text);
  const straight = findPage(text, names);
  const { options } = names;
  const match = (list: readonly Option[]) => (query.length < MIN_CHARACTERS ? [] : matchOptions(list, query, 3));
  const matched = {
    // One letter is enough, as for `q` of the lists.
    products: query === "" ? [] : matchOptions(options.products, query, 3),
    vendors: match(options.vendors),
    countries: match(options.countries),
    categories: match(options.categories),
  };
  const place = straight !== null && "product" in straight ? straight : null;
  const isUnknown = straight === null && Object.values(matched).every((list) => list.length === 0);
  const inside = isUnknown ? findInside(query, names) : [];
  const isGuess = isUnknown && inside.length === 0;
  const products = isUnknown
    ? isGuess
      ? findNearProducts(text, names.products).map(({ slug }) => slug)
      : inside
    : place?.country
      ? names.products.filter(({ name }) => name === place.product.name).map(({ slug }) => slug)
      : matched.products.map(({ value }) => value);
  const countries = isUnknown
    ? query.length < MIN_GUESSED
      ? []
      : forgiveTyping(options.countries, query)
    : place?.country
      ? options.countries.filter(({ value }) => value === place.country)
      : matched.countries;
  const isStraight = (page: FoundPage) => straight !== null && toFoundPath(page) === toFoundPath(straight);
  return {
    straight,
    isGuess,
    // One more, because the named page is left out.
    products: find(names.products, "slug", products.slice(0, most + 1))
      .filter((product) => !isStraight({ product, country: null }))
      .slice(0, most),
    vendors: matched.vendors
      .slice(0, most)
      .map(({ value: vendor }) => ({ vendor, products: names.vendors.get(vendor) ?? 0 })),
    countries: countries
      .filter(({ value }) => !isStraight({ country: value }))
      .map(({ value: code }) => ({ code, place: names.countries.find((place) => place.code === code) ?? null }))
      .slice(0, most),
    categories: find(
      names.categories,
      "category",
      matched.categories.map(({ value }) => value),
    )
      .filter(({ category }) => !isStraight({ category }))
      .slice(0, most),
  };
}

/** Names that contain the text inside a word (`gpt`). */
const findInside = (query: string, { options }: Searchable): string[] =>
  query.length < 3 ? [] : matchOptions(options.products, query).map(({ value }) => value);

/** In the order of `values`. */
const find = <T, K extends keyof T>(items: readonly T[], key: K, values: readonly T[K][]): T[] =>
  values.flatMap((value) => items.find((item) => item[key] === value) ?? []);
