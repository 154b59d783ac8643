import type { CountryHistory, Run } from "@/lib/catalogue/prices/history-schema";
import { formatBilled } from "@/lib/catalogue/prices/words";
import type { Period } from "@/lib/contract/codes";
import { countryInSentence, formatDay } from "@/lib/text/format";
import { countNoun } from "@/lib/text/words";

/** Title of a product's page for a day on which no price of it is known in US dollars. */
export const writeNoPriceOfDay = (label: string, day: string): string =>
  `No price of ${label} is known for ${formatDay(day)}`;

/** Says how many series of a product were first read after the day, beside those `listed`; nothing where there are none. */
export const writeUnread = (series: number, listed: number): string =>
  series === 0
    ? ""
    : `${countNoun(series, listed === 0 ? "price" : "other price", listed === 0 ? "prices" : "other prices")} of today ${series === 1 ? "was" : "were"} first read later: what ${series === 1 ? "it" : "they"} cost on that day is not known.`;

type PricedRun = Run & { amount: number; currency: string };
const isPriced = (run: Run): run is PricedRun => run.amount !== null && run.currency !== null;

/**
 * Says since when a current price has been the lowest or the highest: `In Türkiye, TRY 289.99 is the highest price read
 * since 6 Jan 2023.` Null for one that has ended, and without an earlier amount in its currency. Only readings count, so
 * nothing is said of days on which nobody looked.
 */
export function writeExtreme({ country, is_current, runs }: CountryHistory, period: Period): string | null {
  const priced = runs.filter(isPriced);
  const last = priced.at(-1);
  const earlier = priced.slice(0, -1).filter(({ currency }) => currency === last?.currency);
  const before = earlier.findLast(({ amount }) => amount !== last?.amount);
  const first = earlier[0];
  if (!is_current || !last || !before || !first) return null;
  const isLow = last.amount < before.amount;
  const rival = earlier.findLast(
    ({ amount, last_seen_on }) =>
      last_seen_on < before.first_seen_on && (isLow ? amount <= last.amount : amount >= last.amount),
  );
  const since = formatDay(rival ? rival.last_seen_on : first.first_seen_on);
  const place = countryInSentence(country);
  return `In ${place}, ${formatBilled({ ...last, period })} is the ${isLow ? "lowest" : "highest"} price read since ${since}.`;
}
