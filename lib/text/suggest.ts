import { countries } from "countries-list";
import alpha3 from "countries-list/minimal/countries.3to2.min.json";
import { distance } from "fastest-levenshtein";

type Synonyms = Readonly<Record<string, readonly string[]>>;

const PARAMETER_SYNONYMS: Synonyms = {
  service: ["product", "products"],
  services: ["products", "product"],
  slug: ["product", "products"],
  categories: ["category"],
  currencies: ["currency"],
  vendors: ["vendor"],
  regions: ["region"],
  limit: ["page_size"],
  per_page: ["page_size"],
  pagesize: ["page_size"],
  count: ["page_size"],
  offset: ["page"],
  skip: ["page"],
  start: ["page", "from"],
  order: ["sort"],
  order_by: ["sort"],
  sort_by: ["sort"],
  search: ["q"],
  query: ["q"],
  day: ["date"],
  continent: ["region"],
};

/** An empty list: any nearness in letters would lead to the opposite. */
const VALUE_SYNONYMS: Synonyms = {
  included: [],
  including: [],
  inclusive: [],
  gross: [],
  exclusive: ["excluded"],
  net: ["excluded"],
  iphone: ["ios"],
  ipad: ["ios"],
  apple: ["ios"],
  app_store: ["ios"],
  google: ["android"],
  play: ["android"],
  browser: ["web"],
  desktop: ["web"],
  annual: ["yearly"],
  annually: ["yearly"],
  year: ["yearly"],
  month: ["monthly"],
  week: ["weekly"],
  biannual: ["semiannual"],
  "half-yearly": ["semiannual"],
  quarter: ["quarterly"],
  eu: ["europe"],
  america: ["north-america", "south-america"],
  usa: ["north-america"],
  price: ["usd_monthly", "usd_monthly_min", "cheapest"],
  "-price": ["-usd_monthly", "-usd_monthly_min"],
  usd: ["usd_monthly", "usd_monthly_min", "cheapest"],
  cost: ["usd_monthly", "usd_monthly_min", "cheapest"],
};

const PATH_SYNONYMS: Synonyms = {
  "/api/products": ["/api/services"],
  "/api/product": ["/api/services"],
  "/api/search": ["/api/services"],
  "/api/subscriptions": ["/api/services"],
  "/api/index": ["/api/countries"],
  "/api/fx": ["/api/rates"],
};

const synonymsOf = (text: string, synonyms: Synonyms, names: readonly string[]): string[] | undefined =>
  Object.hasOwn(synonyms, text.toLowerCase())
    ? synonyms[text.toLowerCase()]?.filter((synonym) => names.includes(synonym))
    : undefined;

export const suggestParameter = (name: string, names: readonly string[]): string | undefined =>
  synonymsOf(name, PARAMETER_SYNONYMS, names)?.[0] ?? suggest(name, names)[0];

/** Undefined where nothing is meant for certain. */
export const suggestValue = (text: string, allowed: readonly string[]): string | undefined =>
  (synonymsOf(text, VALUE_SYNONYMS, allowed) ?? suggest(text, allowed))[0];

export function suggestPaths(path: string, paths: readonly string[]): string[] {
  const meant = synonymsOf(path.replace(/\/$/, ""), PATH_SYNONYMS, paths) ?? [];
  const near = suggest(path, paths);
  return [...new Set([...meant, ...near])];
}

/** One mistake per this many characters: `netflx` suggests `netflix`, `nope` nothing. */
const CHARACTERS_PER_MISTAKE = 3.5;

/** Up to three, nearest first. */
export function suggest(text: string, names: readonly string[]): string[] {
  const typed = text.toLowerCase().slice(0, 100);
  if (typed === "") return [];
  const near = names.map((name) => {
    const related = typed.length > 2 && (name.startsWith(typed) || typed.startsWith(`${name}-`));
    return { name, mistakes: related ? 0.5 : countMistakes(typed, name) };
  });
  // Any short name is one mistake away from any other.
  const most = typed.length < 3 ? 0 : Math.max(1, Math.floor(typed.length / CHARACTERS_PER_MISTAKE));
  return near
    .filter(({ mistakes }) => mistakes <= most)
    .sort((a, b) => a.mistakes - b.mistakes || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Edit distance; two swapped letters are one mistake. */
function countMistakes(typed: string, name: string): number {
  const mistakes = distance(typed, name);
  if (mistakes !== 2 || typed.length !== name.length) return mistakes;
  const at = Array.from(typed).findIndex((letter, i) => letter !== name[i]);
  return typed[at] === name[at + 1] && typed[at + 1] === name[at] ? 1 : mistakes;
}

/** Nearest by day, then by number (`2026-09-29.1`). */
export function suggestVersion(text: string, versions: readonly string[]): string | undefined {
  const [day = "", number = "0"] = text.split(".");
  const far = (version: string) => {
    const [other = "", otherNumber = "0"] = version.split(".");
    const days = Math.abs(Date.parse(day) - Date.parse(other));
    return { days: Number.isNaN(days) ? 0 : days, numbers: Math.abs(Number(number) - Number(otherNumber)) };
  };
  return versions
    .map((version) => ({ version, ...far(version) }))
    .sort((a, b) => a.days - b.days || a.numbers - b.numbers)[0]?.version;
}

const codes = new Map<string, string>(Object.entries(alpha3));
for (const [code, { name, native, ...rest }] of Object.entries(countries)) {
  const aliases = "alias" in rest ? rest.alias : [];
  for (const word of [name, native, ...aliases]) codes.set(word.toUpperCase(), code);
}

/** Returns the alpha-2 code for an alpha-3 code, a name or an alias (`UK`). */
export function suggestCountry(text: string): string | undefined {
  return codes.get(text.normalize("NFKC").trim().toUpperCase());
}
