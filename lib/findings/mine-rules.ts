import type { Money } from "@/lib/catalogue/fx/money-rules";
import type { CountedAs } from "@/lib/catalogue/mine/schema";
import { countryInSentence } from "@/lib/text/format";
import { joinWords } from "@/lib/text/words";
import { inMonths } from "./age-rules";
import { writeCountedOnce } from "./same-plan-rules";

type Cost = { verified_on: string; outdated?: boolean | undefined };
type Owned = { label: string; countedAs: CountedAs; countsWith?: string | null; cost: Cost | null };
type Told = { home: string; money: Money; isAged: boolean };

const subscriptions = (count: number) => (count === 1 ? "subscription" : "subscriptions");

const isOnce = ({ countedAs }: Owned) => countedAs === "same_plan";

/**
 * `Your 7 subscriptions: €78.93 a month in Germany`; `5 of your 7` where some have no price there that counts; `…, read in
 * May 2026` where prices are aged or one was last seen. `usdMonthly`: sum of those that have. What is the
 * same plan as another one is no subscription of its own.
 */
export function writeMineTitle(
  owned: readonly Owned[],
  usdMonthly: number | null,
  { home, money, isAged }: Told,
): string {
  const place = countryInSentence(home);
  const counted = owned.filter(({ cost }) => cost !== null).length;
  const all = owned.filter((one) => !isOnce(one)).length;
  if (all === 0) return "None of your list is in this dataset";
  if (usdMonthly === null || counted === 0)
    return `What your ${all} ${subscriptions(all)} cost in ${place} is not known`.replace("your 1 ", "your ");
  const sum = `${money.price(usdMonthly)} a month in ${place}${writeRead(owned, isAged)}`;
  if (counted < all) return `${counted} of your ${all} subscriptions: ${sum}`;
  return all === 1 ? `Your subscription: ${sum}` : `Your ${all} subscriptions: ${sum}`;
}

/** Of listed prices: what the reader pays is of today. */
function writeRead(owned: readonly Owned[], isAged: boolean): string {
  const read = owned.flatMap(({ countedAs, cost }) => (cost === null || countedAs === "paid" ? [] : [cost]));
  const isOld = read.length > 0 && (isAged || read.some(({ outdated }) => outdated === true));
  return isOld ? `, read ${inMonths(read)}` : "";
}

/** `That is €947.16 a year. OneDrive is the same plan as Excel: it counts once. Strava is in no sum and in no saving.` */
export function writeMineDeck(owned: readonly Owned[], usdMonthly: number | null, money: Money): string {
  if (usdMonthly === null) return "";
  const year = `That is ${money.price(12 * usdMonthly)} a year.`;
  const once = writeCountedOnce(owned.flatMap(({ label, countsWith }) => (countsWith ? [{ label, countsWith }] : [])));
  const without = owned.filter((one) => one.cost === null && !isOnce(one)).map(({ label }) => label);
  const left = `${joinWords(without)} ${without.length === 1 ? "is" : "are"} in no sum and in no saving.`;
  return [year, once, without.length === 0 ? "" : left].filter(Boolean).join(" ");
}
