import { countries } from "countries-list";
import alpha3 from "countries-list/minimal/countries.3to2.min.json";
import { distance } from "fastest-levenshtein";

/** At most three of `names` that somebody who typed `text` may have meant, nearest first. */
export function suggest(text: string, names: readonly string[]): string[] {
  const typed = text.toLowerCase().slice(0, 100);
  if (typed === "") return [];
  const near = names.map((name) => {
    const related = typed.length > 2 && (name.startsWith(typed) || typed.startsWith(`${name}-`));
    return { name, away: related ? 0.5 : distance(typed, name) };
  });
  return near
    .filter(({ away }) => away <= (typed.length < 4 ? 1 : Math.max(2, Math.floor(typed.length / 3))))
    .sort((a, b) => a.away - b.away || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name);
}

const codes = new Map<string, string>(Object.entries(alpha3));
for (const [code, { name, native, ...rest }] of Object.entries(countries)) {
  const aliases = "alias" in rest ? rest.alias : [];
  for (const word of [name, native, ...aliases]) codes.set(word.toUpperCase(), code);
}

/** The ISO code of a country named by its alpha-3 code, its name or a usual alias (`UK`). */
export function suggestCountry(text: string): string | undefined {
  return codes.get(text.normalize("NFKC").trim().toUpperCase());
}
