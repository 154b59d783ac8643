import { countryName } from "@/lib/text/format";
import { commonNamesOf, findCountryCode } from "./country-name-rules";

/** Country as an option of a search box; the same on every page. */
export type CountryOption = { value: string; label: string; hint: string; keywords: readonly string[] };

/** Countries as options of a search box, by name. */
export const toCountryOptions = (codes: readonly string[]): CountryOption[] =>
  codes
    .map((code) => ({ value: code, label: countryName(code), hint: code, keywords: commonNamesOf(code) }))
    .sort((a, b) => a.label.localeCompare(b.label, "en"));

/** Country among these options that a text names in full, in any language. */
export function findNamedCountry<O extends { value: string }>(options: readonly O[], text: string): O | null {
  const code = findCountryCode(text);
  return options.find(({ value }) => value === code) ?? null;
}
