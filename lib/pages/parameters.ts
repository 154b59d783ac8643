import { z } from "zod";
import { CompareQuery } from "@/lib/catalogue/compare/page-schema";
import { CountryQuery } from "@/lib/catalogue/countries/page-schema";
import { CountriesQuery } from "@/lib/catalogue/countries/ranking-schema";
import { MineQuery } from "@/lib/catalogue/mine/page-schema";
import { MultipliersQuery } from "@/lib/catalogue/multipliers/page-schema";
import { PriceChangesQuery } from "@/lib/catalogue/prices/list/page-schema";
import { BrowseQuery } from "@/lib/catalogue/products/browse/schema";
import { ProductQuery } from "@/lib/catalogue/products/page-schema";
import { SearchQuery } from "@/lib/catalogue/search/page-schema";
import { lensInputs } from "@/lib/catalogue/tax/lens/schema";
import { COUNTRY_CODES } from "@/lib/contract/codes";
import { CURRENCY_CODES } from "@/lib/contract/currencies";
import { CountryInput } from "@/lib/contract/inputs";
import { mapInputs } from "@/lib/contract/map-regions";
import { CorrectionsQuery } from "@/lib/dataset/corrections/schema";
import { KeysPageQuery } from "@/lib/desk/key-requests/schema";
import { ReportQuery } from "@/lib/desk/reports/schema";
import { ReadingQuery } from "@/lib/desk/visitors/schema";
import { FollowQuery, MailQuery } from "@/lib/mails/schema";

export const HomeQuery = z.object({
  currency: z.string().optional(),
  home: CountryInput.optional(),
  ...lensInputs,
  ...mapInputs,
});

const NOTHING = z.object({});
/** No parameters but the version. */
const ONLY_VERSION = z.object({});

export const PAGE_QUERIES = {
  "/": HomeQuery,
  "/services": BrowseQuery,
  "/services/[slug]": ProductQuery,
  "/countries": CountriesQuery,
  "/countries/[code]": CountryQuery,
  "/changes": PriceChangesQuery,
  "/multipliers": MultipliersQuery,
  "/search": SearchQuery,
  "/corrections": CorrectionsQuery,
  "/coverage": ONLY_VERSION,
  "/compare": CompareQuery,
  "/mine": MineQuery,
  "/follow": FollowQuery,
  "/follow/confirm": MailQuery,
  "/follow/stop": MailQuery,
  "/reading": ReadingQuery,
  "/report": ReportQuery,
  "/report/[id]": NOTHING,
  "/about": NOTHING,
  "/docs": NOTHING,
  "/docs/agents": NOTHING,
  "/docs/changelog": NOTHING,
  "/docs/data": NOTHING,
  "/docs/endpoints/[name]": NOTHING,
  "/docs/errors": NOTHING,
  "/docs/keys": KeysPageQuery,
  "/docs/methodology": NOTHING,
  "/docs/programs": NOTHING,
  "/docs/time": NOTHING,
  "/versions": NOTHING,
};

/** Pages with a form to us, and the search. */
const OF_NOW: readonly string[] = [
  "/docs/keys",
  "/follow",
  "/follow/confirm",
  "/follow/stop",
  "/reading",
  "/report",
  "/search",
];
const takesVersion = (path: string, query: z.ZodObject) => query !== NOTHING && !OF_NOW.includes(path);
const VERSION = /^\d{4}-\d{2}-\d{2}\.[1-9]\d{0,8}$/;

/** Longer than any accepted value, so a value cut here is still refused. */
const MAX_VALUE_CHARS = 2_001;
/** The same for a list of subscriptions with their plans and payments. */
const MAX_LIST_CHARS = 8_001;

/** Parameters that every page takes with these values: the reader's choice, where the browser keeps no cookies. */
const CHOICE: Readonly<Record<string, ReadonlySet<string>>> = {
  currency: CURRENCY_CODES,
  home: new Set(COUNTRY_CODES),
  kept: new Set(["no"]),
};

/** Boxes of plain forms send these once for each that is ticked. */
const LISTS = new Set(["products", "countries", "history"]);

const PATTERNS = Object.entries(PAGE_QUERIES).map(([path, query]) => ({
  path,
  pattern: new RegExp(`^${path.replace(/\[\w+\]/g, "[^/]+")}/?$`),
  names: Object.keys(query.shape).sort(),
  takesVersion: takesVersion(path, query),
}));

export const isKnownPage = (path: string): boolean => PATTERNS.some(({ pattern }) => pattern.test(path));

/** For logs and metrics: the pattern of a public page, else the first part of the path. */
export function findPageRoute(path: string): string {
  const known = PATTERNS.find(({ pattern }) => pattern.test(path));
  if (known !== undefined) return known.path;
  const [, section = ""] = /^\/(admin|_next|embed|image|table)\//.exec(path) ?? [];
  return section === "" ? "other" : `/${section}/*`;
}

/** Keeps only declared parameters, each once, so that invented ones cause no render. */
export function toPageSearch(path: string, search: string): string {
  const declared = search === "" ? undefined : PATTERNS.find(({ pattern }) => pattern.test(path));
  if (declared === undefined) return "";
  const given = new URLSearchParams(search);
  const normalized = new URLSearchParams();
  for (const name of declared.names) {
    const values = given.getAll(name);
    const value = (LISTS.has(name) ? values.join(",") : values.at(-1))
      ?.trim()
      .slice(0, name === "list" ? MAX_LIST_CHARS : MAX_VALUE_CHARS);
    if (value) normalized.set(name, value);
  }
  for (const [name, known] of Object.entries(CHOICE)) {
    const value = given.get(name) ?? "";
    if (known.has(value)) normalized.set(name, value);
  }
  const version = given.getAll("version").at(-1)?.trim() ?? "";
  if (declared.takesVersion && VERSION.test(version)) normalized.set("version", version);
  return normalized.toString();
}
