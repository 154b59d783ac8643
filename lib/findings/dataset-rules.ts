import { categoryName } from "@/lib/catalogue/products/rules";
import { countryInSentence, formatCount, formatDay, formatPct, formatShare, STALE_AFTER_DAYS } from "@/lib/text/format";
import { capitalize, countNoun, countWord } from "@/lib/text/words";
import { categoryInSentence } from "./country-rules";

// Sentences about the dataset as a whole.

export type Freshness = {
  /**
   * Counts of current prices: all, those verified in the `days` up to `newest`, and those older than STALE_AFTER_DAYS
   * today.
   */
  total: number;
  recent: number;
  stale: number;
  days: number;
  /** Newest verification day and day of the publish. */
  newest: string;
  published: string;
};

/** Freshness as of the newest verification day; the publish may be much later. */
export function writeFreshness({ total, recent, stale, days, newest }: Freshness): string {
  const first = `${formatShare(recent / total)} of all prices were last read in the ${days} days up to ${formatDay(newest)}`;
  return stale === 0 ? first : `${first}; ${formatCount(stale)} are older than ${STALE_AFTER_DAYS} days`;
}

export function writeFreshnessMeasure({ total, recent, days, newest, published }: Freshness): string {
  return `Current prices by the day they were last verified. ${formatCount(recent)} of ${formatCount(total)} within ${days} days up to ${formatDay(newest)}. This edition was published on ${formatDay(published)}.`;
}

export type LabelledChange = { country: string; label: string; pct: number };
/** Products with a price read at least twice in the period, and their vendors: only these can show a change. */
type ReadTwice = { products: number; vendors: readonly string[] };

/** Largest change of a local price, and the products it was searched among. */
export function writeChangeFinding({ country, label, pct }: LabelledChange, { products, vendors }: ReadTwice): string {
  const place = countryInSentence(country);
  const [only] = vendors;
  return vendors.length === 1 && only !== undefined
    ? `${only}’s largest price change in twelve months: ${label} in ${place}, ${formatPct(pct, 0)}`
    : `Of ${countNoun(products, "subscription", "subscriptions")} read more than once in twelve months, ${label} changed most: ${formatPct(pct, 0)} in ${place}`;
}

/** Number of products that can show a change, of `all`. */
export function writeChangeScope({ products, vendors }: ReadTwice, all: number): string {
  const whose = vendors.length === 1 ? `, all of ${vendors[0]}` : "";
  return `Only prices that were read both before and during these months can show a change: those of ${countNoun(products, "subscription", "subscriptions")}${whose}, out of ${formatCount(all)}.`;
}

/** Spread of category medians between countries; `rows` ordered by spread, smallest first. */
export function writeCategoriesFinding(rows: readonly { category: string; spread: number }[]): string {
  const [closest, widest] = [rows[0], rows.at(-1)];
  if (!closest || !widest) return "";
  return closest === widest
    ? `The middle prices of ${categoryInSentence(closest.category)} lie ${Math.round(closest.spread)} points apart between countries`
    : `${categoryName(closest.category)} differ least between countries, ${categoryInSentence(widest.category)} most`;
}

/** Count of well-known services that cost less than half the US price in their cheapest country. */
export function writeKnownServices(half: number, all: number): string {
  const some = half === 0 ? "None" : capitalize(countWord(half));
  return `${some} of these ${countWord(all)} ${half === 1 ? "costs" : "cost"} less than half the US price somewhere`;
}
