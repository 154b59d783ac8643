import { z } from "zod";
import { CompareQuery } from "@/lib/catalogue/compare/page-schema";
import { CountryQuery } from "@/lib/catalogue/countries/page-schema";
import { CountriesQuery } from "@/lib/catalogue/countries/ranking-schema";
import { BrowseQuery } from "@/lib/catalogue/products/browse-schema";
import { ProductQuery } from "@/lib/catalogue/products/page-schema";

/** The address of the home page. */
export const HomeQuery = z.object({ currency: z.string().optional() });

/** Every public page that reads parameters, by the path of its file, with the schema it parses them with. */
export const PAGE_QUERIES = {
  "/": HomeQuery,
  "/services": BrowseQuery,
  "/services/[slug]": ProductQuery,
  "/countries": CountriesQuery,
  "/countries/[code]": CountryQuery,
  "/compare": CompareQuery,
  "/compare/image": CompareQuery,
};

/** Longer than any value that a page takes: such a value is refused whatever follows. */
const MAX_VALUE_CHARS = 2_001;

const PATTERNS = Object.entries(PAGE_QUERIES).map(([path, query]) => ({
  pattern: new RegExp(`^${path.replace(/\[\w+\]/g, "[^/]+")}/?$`),
  names: Object.keys(query.shape).sort(),
}));

/**
 * The query of a page's address (without "?") in one spelling: the parameters that the page declares, each once, as
 * readPageQuery reads them. Unknown ones, campaign tags among them, are no part of it: nobody makes a page render anew
 * by inventing them.
 */
export function toPageSearch(path: string, search: string): string {
  const declared = search === "" ? undefined : PATTERNS.find(({ pattern }) => pattern.test(path));
  if (declared === undefined) return "";
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of declared.names) {
    const value = given.getAll(name).at(-1)?.trim().slice(0, MAX_VALUE_CHARS);
    if (value) kept.set(name, value);
  }
  return kept.toString();
}
