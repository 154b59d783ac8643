import { z } from "zod";
import { CompareQuery } from "@/lib/catalogue/compare/page-schema";
import { CountryQuery } from "@/lib/catalogue/countries/page-schema";
import { CountriesQuery } from "@/lib/catalogue/countries/ranking-schema";
import { MultipliersQuery } from "@/lib/catalogue/multipliers/page-schema";
import { BrowseQuery } from "@/lib/catalogue/products/browse-schema";
import { ProductQuery } from "@/lib/catalogue/products/page-schema";
import { SearchQuery } from "@/lib/catalogue/search/page-schema";
import { lensInputs } from "@/lib/catalogue/tax/lens-schema";
import { mapInputs } from "@/lib/contract/map-regions";
import { CorrectionsQuery } from "@/lib/dataset/correction-schema";
import { ReportQuery } from "@/lib/desk/reports/schema";

export const HomeQuery = z.object({ currency: z.string().optional(), ...lensInputs, ...mapInputs });

/** Schemas of the parameters of public pages, by the path of the page; pages without parameters are left out. */
export const PAGE_QUERIES = {
  "/": HomeQuery,
  "/services": BrowseQuery,
  "/services/[slug]": ProductQuery,
  "/countries": CountriesQuery,
  "/countries/[code]": CountryQuery,
  "/multipliers": MultipliersQuery,
  "/search": SearchQuery,
  "/corrections": CorrectionsQuery,
  "/compare": CompareQuery,
  "/report": ReportQuery,
};

/** Pages that name no dataset version. */
const WITHOUT_VERSION = ["/search"];
const VERSION = /^\d{4}-\d{2}-\d{2}\.[1-9]\d{0,8}$/;

/** Longer than any value that a page accepts; a value cut here is refused as the whole one would be. */
const MAX_VALUE_CHARS = 2_001;

const PATTERNS = Object.entries(PAGE_QUERIES).map(([path, query]) => ({
  pattern: new RegExp(`^${path.replace(/\[\w+\]/g, "[^/]+")}/?$`),
  names: Object.keys(query.shape).sort(),
  takesVersion: !WITHOUT_VERSION.includes(path),
}));

/**
 * Normalized query of a page's address (without "?"): only the parameters that the page declares, each once, as
 * readPageQuery reads them. Others, such as campaign tags, are dropped: nobody can cause a render by inventing
 * parameters. `version` belongs to all pages of the dataset: the edge reads from the version that it names.
 */
export function toPageSearch(path: string, search: string): string {
  const declared = search === "" ? undefined : PATTERNS.find(({ pattern }) => pattern.test(path));
  if (declared === undefined) return "";
  const given = new URLSearchParams(search);
  const normalized = new URLSearchParams();
  for (const name of declared.names) {
    const value = given.getAll(name).at(-1)?.trim().slice(0, MAX_VALUE_CHARS);
    if (value) normalized.set(name, value);
  }
  const version = given.getAll("version").at(-1)?.trim() ?? "";
  if (declared.takesVersion && VERSION.test(version)) normalized.set("version", version);
  return normalized.toString();
}
