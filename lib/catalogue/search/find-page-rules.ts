import { distance } from "fastest-levenshtein";
import { findCountryCode, findNearCountry } from "./country-name-rules";
import { fold, slipsIn } from "./fold-rules";
import type { Named, Place } from "./rules";

export type Names = {
  products: readonly Named[];
  /** Countries with a price. */
  countries: readonly Place[];
  /** Categories with a product, by slug and name. */
  categories: readonly { category: string; name: string }[];
};

/** Words that carry no name: between a product and a country, and about prices. */
const FILLERS = new Set(["in", "price", "prices", "cost", "costs", "from"]);

/**
 * Path of the one page that a search text names, in any language and allowing typing errors: a product, a product in a
 * country (`netflix turkey`), a category, or a country. Full names come before similar ones, and products before
 * two-letter codes. Null when no single page matches, so that a list must answer.
 */
export function findPage(text: string, names: Names): string | null {
  const wanted = fold(text);
  if (wanted === "") return null;
  return findNamed(wanted, names) ?? findInCountry(wanted, names) ?? findNear(wanted, names);
}

function findNamed(wanted: string, { products, countries, categories }: Names): string | null {
  const product = findProduct(wanted, products);
  if (product) return toService(product);
  const category = categories.find(({ category, name }) => fold(name) === wanted || fold(category) === wanted);
  if (category) return `/services?category=${category.category}`;
  const hasWord = products.some(({ label }) => ` ${fold(label)} `.includes(` ${wanted} `));
  return toCountry(hasWord ? null : findCountryCode(wanted), countries);
}

/** Product by its label, else by its name or slug. */
const findProduct = (wanted: string, products: readonly Named[]): Named | undefined =>
  products.find(({ label }) => fold(label) === wanted) ??
  products.find(({ name, slug }) => fold(name) === wanted || fold(slug) === wanted);

/** Product and country, in either order. */
function findInCountry(wanted: string, { products }: Names): string | null {
  const words = wanted.split(" ").filter((word) => !FILLERS.has(word));
  for (let at = 1; at < words.length; at++) {
    const parts = [words.slice(0, at).join(" "), words.slice(at).join(" ")] as const;
    for (const [name, place] of [parts, [parts[1], parts[0]] as const]) {
      const code = findCountryCode(place);
      const product = code === null ? undefined : (findProduct(name, products) ?? findBeginning(name, products));
      if (product) return `${toService(product)}?home=${code}`;
    }
  }
  return null;
}

/** Product whose name begins with the text, if it is only one. */
function findBeginning(wanted: string, products: readonly Named[]): Named | undefined {
  if (wanted.length < 3) return undefined;
  const found = products.filter(({ label }) => fold(label).startsWith(wanted));
  return new Set(found.map(({ name }) => name)).size === 1 ? found[0] : undefined;
}

function findNear(wanted: string, { products, countries }: Names): string | null {
  const begun = findBeginning(wanted, products);
  if (begun) return toService(begun);
  const isWord = products.some(({ label }) => fold(label).includes(wanted));
  const places = countries.filter(({ name }) => ` ${fold(name)}`.includes(` ${wanted}`));
  if (!isWord && wanted.length > 2 && places.length === 1 && places[0]) return `/countries/${places[0].code}`;
  if (isWord || places.length > 0) return null;
  const slips = slipsIn(wanted.length);
  const near = products.find(({ name }) => distance(fold(name), wanted) <= slips);
  return near ? toService(near) : toCountry(findNearCountry(wanted), countries);
}

const toService = ({ slug }: Named) => `/services/${slug}`;
const toCountry = (code: string | null, countries: readonly Place[]) =>
  countries.some((country) => country.code === code) ? `/countries/${code}` : null;
