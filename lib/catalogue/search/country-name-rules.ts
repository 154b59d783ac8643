import { countries as facts } from "countries-list";
import alpha3 from "countries-list/minimal/countries.3to2.min.json";
import { COUNTRY_NAMES } from "@/lib/contract/country-names";
import { countSlips, fold, slipsIn } from "./fold-rules";

/** Neither CLDR names nor codes; the first country for a name wins. */
const COMMON: Readonly<Record<string, readonly string[]>> = {
  US: ["USA", "U.S.", "America", "United States of America", "the States"],
  GB: ["UK", "Britain", "Great Britain", "England", "Scotland", "Wales", "Northern Ireland"],
  NL: ["Holland"],
  TR: ["Turkey"],
  CZ: ["Czechia", "Czech Republic"],
  KR: ["South Korea", "Korea"],
  KP: ["North Korea"],
  AE: ["UAE", "Emirates"],
  RU: ["Russia"],
  CN: ["Mainland China", "PRC"],
  CI: ["Ivory Coast"],
  CD: ["DR Congo", "DRC", "Congo-Kinshasa"],
  CG: ["Congo", "Congo-Brazzaville"],
  MM: ["Burma"],
  SZ: ["Swaziland"],
  CV: ["Cape Verde"],
  TL: ["East Timor"],
  MK: ["Macedonia"],
  BA: ["Bosnia"],
  HK: ["Hong Kong", "Hongkong"],
  MO: ["Macau", "Macao"],
  VA: ["Vatican", "Holy See"],
  PS: ["Palestine"],
  TT: ["Trinidad"],
  AG: ["Antigua"],
  FK: ["Malvinas"],
  VN: ["Viet Nam"],
  LA: ["Laos"],
  SY: ["Syria"],
  IR: ["Persia"],
};

/** Languages of recognized country names, most readers first. */
const LANGUAGES = [
  "es",
  "pt",
  "fr",
  "de",
  "it",
  "nl",
  "tr",
  "pl",
  "ru",
  "zh",
  "ja",
  "ko",
  "ar",
  "hi",
  "id",
  "vi",
  "th",
  "sv",
  "da",
  "nb",
  "fi",
  "cs",
  "sk",
  "hu",
  "ro",
  "bg",
  "uk",
  "el",
  "he",
  "fa",
  "hr",
  "sr",
  "zh-Hant",
  "ca",
];

let known: { names: Map<string, readonly string[]>; codes: Map<string, string> } | undefined;

/** Built on first use: some 9,000 names. */
function readNames() {
  if (known) return known;
  const languages = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: "region", fallback: "none" }));
  const threes = new Map(Object.entries(alpha3).map(([three, two]) => [two, three]));
  const names = new Map<string, readonly string[]>();
  const codes = new Map<string, string>();
  const add = (code: string, name: string) => {
    const folded = fold(name);
    if (folded !== "" && !codes.has(folded)) codes.set(folded, code);
  };
  const entries = Object.entries(facts).map(([code, fact]) => {
    const aliases = "alias" in fact ? fact.alias : [];
    return {
      code,
      first: [COUNTRY_NAMES.get(code) ?? fact.name, fact.name, ...(COMMON[code] ?? [])],
      others: [fact.native, ...aliases, threes.get(code) ?? ""],
    };
  });
  // Surest names of all countries first, because the first country keeps a shared name.
  for (const { code, first } of entries) for (const name of [code, ...first]) add(code, name);
  for (const { code, others } of entries) for (const name of others) add(code, name);
  for (const language of languages) for (const { code } of entries) add(code, language.of(code) ?? "");
  for (const { code, first, others } of entries) {
    const all = [...first.slice(1), ...others, ...languages.map((language) => language.of(code) ?? "")];
    names.set(code, [...new Map(all.filter(Boolean).map((name) => [fold(name), name])).values()]);
  }
  known = { names, codes };
  return known;
}

export const otherNamesOf = (code: string): readonly string[] => readNames().names.get(code) ?? [];

/** Sent with a page; the others load when a reader begins to type. */
export const commonNamesOf = (code: string): readonly string[] => COMMON[code] ?? [];

/** Full name in any language: `Türkei`, `uk`, `土耳其`. */
export function findCountryCode(text: string): string | null {
  const { codes } = readNames();
  const folded = fold(text);
  return codes.get(folded) ?? codes.get(folded.replace(/^the /, "").replace(/^st /, "saint ")) ?? null;
}

/** At most two letters differ; null for none, or when two are equally near. */
export function findNearCountry(text: string): string | null {
  const typed = fold(text);
  const slips = slipsIn(typed.length);
  if (slips === 0) return null;
  const distances = new Map<string, number>();
  for (const [name, code] of readNames().codes) {
    if (name.length < 4 || Math.abs(name.length - typed.length) > slips) continue;
    const slipped = countSlips(typed, name);
    if (slipped <= slips) distances.set(code, Math.min(slipped, distances.get(code) ?? slipped));
  }
  const [first, second] = [...distances].sort((a, b) => a[1] - b[1]);
  return first && (second === undefined || second[1] > first[1]) ? first[0] : null;
}
