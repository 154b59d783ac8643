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
