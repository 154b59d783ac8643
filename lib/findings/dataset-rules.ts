import { formatCount, formatLessOrMore, formatShare } from "@/lib/text/format";
import { capitalize, countNoun, countWord, joinWords } from "@/lib/text/words";
import { categoryInSentence } from "./country-rules";
import { isUninhabited, placesNoun } from "./places-rules";

export type Coverage = {
  prices: number;
  products: number;
  indexed: number;
  isMostlyAppStore: boolean;
  others: readonly string[];
  services: readonly string[];
};

/** `3,136 prices: of 149 digital subscriptions in 18 countries, ..., and of Netflix alone in 227 more`. */
export function writeCoverage({ prices, products, indexed, isMostlyAppStore, others, services }: Coverage): string {
  const count = countNoun(prices, "price", "prices").replace(String(prices), formatCount(prices));
  const of = `${formatCount(products)} digital ${products === 1 ? "subscription" : "subscriptions"}`;
  const elsewhere = services.length === 1 ? `${services[0]} alone` : "a few of them";
  const more = `${formatCount(others.length)} ${indexed === 0 ? "" : "more "}${others.length === 1 ? "country" : placesNoun(others)}`;
  if (indexed === 0) return `${capitalize(count)} of ${of} in ${more}`;
  const store = isMostlyAppStore ? ", most of them App Store prices" : "";
  const first = `${capitalize(count)} of ${of} in ${countNoun(indexed, "country", "countries")}${store}`;
  return others.length === 0 ? first : `${first}, and of ${elsewhere} in ${more}`;
}

/** Share of the pairs of a subscription and a country that have a price. */
export const writeCovered = (priced: number, pairs: number): string =>
  pairs === 0
    ? "No country has prices of several services yet"
    : `Of ${formatCount(pairs)} pairs of a subscription and a country, ${formatShare(priced / pairs)} have a price`;

/** Names the plans that the dataset knows and that have no price; empty without one. */
export const writeUnpriced = (labels: readonly string[]): string =>
  labels.length === 0
    ? ""
    : ` ${capitalize(countWord(labels.length))} more ${labels.length === 1 ? "is" : "are"} known and ${labels.length === 1 ? "has" : "have"} no price: ${joinWords(labels)}.`;

/** Says that `others` have prices of one of `services` each. */
export const writeAlone = (others: readonly string[], services: readonly string[]): string =>
  `${capitalize(countWord(others.length))} ${others.length === 1 ? "country has" : `${placesNoun(others)} have`} prices of ${services.length === 1 ? services[0] : "one service"} alone`;

/** Counts uninhabited places, which sources list with prices. */
export function writeUninhabited(codes: readonly string[]): string {
  const count = codes.filter(isUninhabited).length;
  if (count === 0) return "";
  return `${capitalize(countNoun(count, "of these places has", "of these places have"))} no resident buyers; a source lists a price there all the same.`;
}

/** `rows`: the lowest median of each category, lowest first. Claims no order between them: none has an interval. */
export function writeCategoriesFinding(rows: readonly { category: string; pct: number }[]): string {
  const lowest = rows[0];
  const highest = rows.at(-1);
  if (!lowest || !highest) return "";
  const most = formatLessOrMore(lowest.pct);
  const least = formatLessOrMore(highest.pct);
  if (lowest === highest) return `${capitalize(categoryInSentence(lowest.category))}: ${most} where it is cheapest`;
  return `Where each category is cheapest, it typically costs ${least === most ? most : `${least.replace(/ less$/, "")} to ${most}`}`;
}
