import { cacheFormats } from "./format";

const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** `seven`, `13`: words up to twelve. */
export const countWord = (count: number): string => WORDS[count] ?? count.toLocaleString("en");

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const uncapitalize = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** `both`, `all three`. */
export const allOf = (count: number): string => (count === 2 ? "both" : `all ${countWord(count)}`);

/** `one country`, `13 countries`. */
export const countNoun = (count: number, one: string, many: string): string =>
  `${countWord(count)} ${count === 1 ? one : many}`;

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** `Egypt, Türkiye and Pakistan`. */
export const joinWords = (words: readonly string[]): string => list.format(words).replace(/, and /, " and ");

/** CLDR capitalizes some names: `Turkish lira` for `Turkish Lira`. */
const lowerLastWord = (name: string): string => name.replace(/ \S+$/, (word) => word.toLowerCase());

/** CLDR has plurals that English texts do not use. */
const dropPlural = (name: string): string => name.replace(/(kwacha|lari|naira|ringgit|taka|tenge)s$/, "$1");

/** `3rd`. */
export function ordinal(rank: number): string {
  const suffixes: Record<string, string> = { one: "st", two: "nd", few: "rd" };
  return `${rank}${suffixes[ORDINALS.select(rank)] ?? "th"}`;
}
const ORDINALS = new Intl.PluralRules("en", { type: "ordinal" });

/** `Argentine pesos` for `ARS`. Returns an unknown code as it is. */
export function currencyPlural(currency: string): string {
  const name =
    namedCurrency(currency)
      .formatToParts(2)
      .find(({ type }) => type === "currency")?.value ?? currency;
  return name === currency ? name : dropPlural(lowerLastWord(name));
}
const namedCurrency = cacheFormats((currency: string) => ({
  style: "currency",
  currency,
  currencyDisplay: "name",
}));
