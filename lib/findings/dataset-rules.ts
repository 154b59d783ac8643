import { countryInSentence, formatCount, formatDay, formatPct, formatShare, STALE_AFTER_DAYS } from "@/lib/text/format";
import { capitalize, countNoun, countWord } from "@/lib/text/words";
import { categoryInSentence } from "./country-rules";
import { isUninhabited, placesNoun } from "./places-rules";
import { type ReadDays, writeReadSpan } from "./read-days-rules";

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

/** Says that `others` have prices of one of `services` each. */
export const writeAlone = (others: readonly string[], services: readonly string[]): string =>
  `${capitalize(countWord(others.length))} ${others.length === 1 ? "country has" : `${placesNoun(others)} have`} prices of ${services.length === 1 ? services[0] : "one service"} alone`;

/** Counts uninhabited places, which sources list with prices. */
export function writeUninhabited(codes: readonly string[]): string {
  const count = codes.filter(isUninhabited).length;
  if (count === 0) return "";
  return `${capitalize(countNoun(count, "of these places has", "of these places have"))} no resident buyers; a source lists a price there all the same.`;
}

export type Freshness = {
  /** Counts of current prices: all, and those older than STALE_AFTER_DAYS today. */
  total: number;
  stale: number;
  /** Oldest and newest verification day, and the day by which half of all were. */
  read: ReadDays & { median: string };
  /** Day of the publish. */
  published: string;
};

/** Freshness by the day on which or after which half of all prices were read: one new row moves it by no day. */
export function writeFreshness({ total, stale, read }: Freshness): string {
  const first = `Half of all prices were last read on ${formatDay(read.median)} or later`;
  const share = stale === total ? "all" : formatCount(stale);
  return stale === 0 ? first : `${first}; ${share} are older than ${STALE_AFTER_DAYS} days`;
}

export const writeFreshnessMeasure = ({ read, published }: Freshness): string =>
  `Current prices by the day they were last verified: ${writeReadSpan(read)}. This edition was published on ${formatDay(published)}.`;

export type LabelledChange = { country: string; label: string; pct: number };
/** Only products with two readings in the period can show a change. */
type ReadTwice = { products: number; vendors: readonly string[] };

export function writeChangeFinding({ country, label, pct }: LabelledChange, { products, vendors }: ReadTwice): string {
  const place = countryInSentence(country);
  const [only] = vendors;
  return vendors.length === 1 && only !== undefined
    ? `${only}’s largest price change that was read in twelve months: ${label} in ${place}, ${formatPct(pct, 0)}`
    : `Of ${countNoun(products, "subscription", "subscriptions")} read more than once in twelve months, ${label} changed most: ${formatPct(pct, 0)} in ${place}`;
}

export function writeChangeScope({ products, vendors }: ReadTwice, all: number): string {
  const whose = vendors.length === 1 ? `, all of ${vendors[0]}` : "";
  return `Only prices that were read both before and during these months can show a change: those of ${countNoun(products, "subscription", "subscriptions")}${whose}, out of ${formatCount(all)}.`;
}

/** `rows` by spread, smallest first. Claims no order of categories. */
export function writeCategoriesFinding(rows: readonly { category: string; spread: number }[]): string {
  const [closest, widest] = [rows[0], rows.at(-1)];
  if (!closest || !widest) return "";
  const [from, to] = [closest.spread, widest.spread].map(Math.round);
  if (closest === widest)
    return `The medians of ${categoryInSentence(closest.category)} lie ${from} points apart between countries`;
  return `In each of ${countWord(rows.length)} categories the lowest and the highest median of a country lie ${from === to ? "" : `${from} to `}${to} points apart`;
}

export function writeKnownServices(half: number, all: number): string {
  const some = half === 0 ? "None" : capitalize(countWord(half));
  return `${some} of these ${countWord(all)} ${half === 1 ? "costs" : "cost"} less than half the US price somewhere`;
}
