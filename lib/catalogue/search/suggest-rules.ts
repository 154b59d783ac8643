import { everyCountryOption } from "./country-option-rules";
import { type FoundPage, findPage, type Names, toFoundPath } from "./find-page-rules";
import { fold } from "./fold-rules";
import { forgiveTyping, matchOptions, namesOf, type Option } from "./option-rules";
import { findNearProducts, foldNames, type Named, type Place } from "./rules";

export type SearchedProduct = Named & {
  vendor: string | null;
  category: string;
  /** Countries with a current price; 0 for a plan that ended. */
  countries: number;
  /** Lowest and highest price of a country, in US dollars a month. */
  low: number | null;
  high: number | null;
};

/** Country with its number of prices, and its index as a difference from the US in per cent. */
export type PricedPlace = Place & { prices: number; pct: number | null };

/** Everything that can be found by name, with its names folded: made once a version by `makeSearchable`. */
export type Searchable = Omit<Names, "products" | "countries"> & {
  products: readonly SearchedProduct[];
  countries: readonly PricedPlace[];
  /** Vendors of several products, with the number of them. */
  vendors: ReadonlyMap<string, number>;
  options: Record<"products" | "vendors" | "countries" | "categories", readonly Option[]>;
};

/** Suggestions for a search text, best first in each list. */
export type Suggested = {
  /** The one page that the text names; it is in no other list. */
  straight: FoundPage | null;
  products: SearchedProduct[];
  /** Vendors of several products. */
  vendors: { vendor: string; products: number }[];
  /** `place` is null for a country without prices. */
  countries: { code: string; place: PricedPlace | null }[];
  categories: { category: string; name: string }[];
};

/** Shortest text that is matched inside longer names. */
const MIN_CHARACTERS = 2;

/** Prepares names for searches, so that none of them folds all names first. */
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
  // Folds the names now: the first search after a publish would wait for all of them.
  for (const option of Object.values(options).flat()) namesOf(option);
  return { products: products.map(foldNames), countries, categories, vendors, options };
}

/**
 * Pages that a search text may mean, also while it is typed: the beginning of a word is enough. Typing errors are
 * allowed where nothing matches as it is. `most` limits each list.
 */
export function suggestPages(text: string, names: Searchable, most: number): Suggested {
  const query = fold(text);
  const straight = findPage(text, names);
  const { options } = names;
  const match = (list: readonly Option[]) => (query.length < MIN_CHARACTERS ? [] : matchOptions(list, query, 3));
  const matched = {
    products: match(options.products),
    vendors: match(options.vendors),
    countries: match(options.countries),
    categories: match(options.categories),
  };
  const place = straight !== null && "product" in straight ? straight : null;
  const isUnknown = straight === null && Object.values(matched).every((list) => list.length === 0);
  // A product in a country leads on to both, and to the other plans.
  const products = isUnknown
    ? findInsideOrNear(text, query, names)
    : place?.country
      ? names.products.filter(({ name }) => name === place.product.name).map(({ slug }) => slug)
      : matched.products.map(({ value }) => value);
  const countries = isUnknown
    ? forgiveTyping(options.countries, query)
    : place?.country
      ? options.countries.filter(({ value }) => value === place.country)
      : matched.countries;
  const isStraight = (page: FoundPage) => straight !== null && toFoundPath(page) === toFoundPath(straight);
  return {
    straight,
    // One more than asked for, since the page that is meant is left out.
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

/** Slugs of the products whose names contain a text that begins none of their words (`gpt`), else of those most like it. */
function findInsideOrNear(text: string, query: string, { options, products }: Searchable): string[] {
  const inside = query.length < 3 ? [] : matchOptions(options.products, query).map(({ value }) => value);
  return inside.length > 0 ? inside : findNearProducts(text, products).map(({ slug }) => slug);
}

/** Items whose `key` is one of a few `values`, in the order of the values. */
const find = <T, K extends keyof T>(items: readonly T[], key: K, values: readonly T[K][]): T[] =>
  values.flatMap((value) => items.find((item) => item[key] === value) ?? []);
