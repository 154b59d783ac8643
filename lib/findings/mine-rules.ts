import type { Money } from "@/lib/catalogue/fx/money-rules";
import type { CountedAs } from "@/lib/catalogue/mine/schema";
import { countryInSentence } from "@/lib/text/format";
import { joinWords } from "@/lib/text/words";

type Owned = { label: string; standing: CountedAs; cost: object | null };

const subscriptions = (count: number) => (count === 1 ? "subscription" : "subscriptions");

/**
 * `Your 7 subscriptions: €78.93 a month in Germany`; `5 of your 7` where some have no price there that counts. `usdMonthly`:
 * sum of those that have.
 */
export function writeMineTitle(owned: readonly Owned[], usdMonthly: number | null, home: string, money: Money): string {
  const place = countryInSentence(home);
  const counted = owned.filter(({ cost }) => cost !== null).length;
  const all = owned.length;
  if (usdMonthly === null || counted === 0)
    return `What your ${all} ${subscriptions(all)} cost in ${place} is not known`.replace("your 1 ", "your ");
  const sum = `${money.price(usdMonthly)} a month in ${place}`;
  if (counted < all) return `${counted} of your ${all} subscriptions: ${sum}`;
  return all === 1 ? `Your subscription: ${sum}` : `Your ${all} subscriptions: ${sum}`;
}

/** `That is €947.16 a year. Strava is in no sum, nor in what is saved.` */
export function writeMineDeck(owned: readonly Owned[], usdMonthly: number | null, money: Money): string {
  if (usdMonthly === null) return "";
  const year = `That is ${money.price(12 * usdMonthly)} a year.`;
  const without = owned.filter(({ cost }) => cost === null).map(({ label }) => label);
  if (without.length === 0) return year;
  return `${year} ${joinWords(without)} ${without.length === 1 ? "is" : "are"} in no sum and in no saving.`;
}
