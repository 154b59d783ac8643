import { COUNTRY_CODES } from "@/lib/contract/codes";
import { compareNames, countryName } from "@/lib/text/format";
import { commonNamesOf, otherNamesOf } from "./country-name-rules";
import type { Option } from "./option-rules";

/** These come first where several match equally. */
const MOST_WANTED = "US GB DE FR IN BR CA AU JP MX TR KR CH ES IT NL PL AR EG NG PK DK".split(" ");

const placeOf = (code: string) => (MOST_WANTED.indexOf(code) + 1 || MOST_WANTED.length + 1) - 1;

export const toCountryOptions = (codes: readonly string[]): Option[] =>
  codes
    .map((code) => ({ value: code, label: countryName(code), hint: code, keywords: commonNamesOf(code) }))
    .sort((a, b) => placeOf(a.value) - placeOf(b.value) || compareNames(a.label, b.label));

let everywhere: readonly Option[] | undefined;

export function everyCountryOption(): readonly Option[] {
  everywhere ??= toCountryOptions(COUNTRY_CODES).map((option) => ({
    ...option,
    keywords: [...(option.keywords ?? []), ...otherNamesOf(option.value)],
  }));
  return everywhere;
}
