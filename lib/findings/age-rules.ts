import { OUTDATED_AFTER_DAYS } from "@/lib/catalogue/prices/ranking/rules";
import { storeName } from "@/lib/catalogue/prices/words";
import type { Platform } from "@/lib/contract/codes";
import { daysBetween, formatCount, formatMonth } from "@/lib/text/format";
import { capitalize, joinWords } from "@/lib/text/words";
import type { Tense } from "./tense-rules";

/** The day by which half of the prices had been read is long ago: sentences begin with their month, and no saving is told. */
export const isAged = (middleDay: string | null, today: string): boolean =>
  middleDay !== null && daysBetween(middleDay, today) > OUTDATED_AFTER_DAYS;

/** `Half of the prices here were read before 7 September 2026, 8 months ago.` Null while they are not aged. */
export function writeAge(middleDay: string | null, today: string): string | null {
  if (middleDay === null || !isAged(middleDay, today)) return null;
  const day = `${Number(middleDay.slice(8, 10))} ${formatMonth(middleDay.slice(0, 7))}`;
  const months = monthsBetween(middleDay, today);
  return `Half of the prices here were read before ${day}, ${formatCount(months)} ${months === 1 ? "month" : "months"} ago.`;
}

/** Whole ones. */
function monthsBetween(day: string, today: string): number {
  const months = (text: string) => 12 * Number(text.slice(0, 4)) + Number(text.slice(5, 7));
  return months(today) - months(day) - (today.slice(8, 10) < day.slice(8, 10) ? 1 : 0);
}

/** `in September 2026`, `between April and September 2026`: when prices were read. */
export function inMonths(prices: readonly { verified_on: string }[]): string {
  const months = prices.map(({ verified_on }) => verified_on.slice(0, 7)).sort();
  const first = months[0];
  const last = months.at(-1);
  if (first === undefined || last === undefined) return "at an unknown time";
  if (first === last) return `in ${formatMonth(first)}`;
  const from = first.slice(0, 4) === last.slice(0, 4) ? formatMonth(first).slice(0, -5) : formatMonth(first);
  return `between ${from} and ${formatMonth(last)}`;
}

/** `App Store, read in September 2026`: of amounts that stand without their rows. */
export function writeStoresRead(
  prices: readonly { platform: Platform; verified_on: string }[],
  website: string | null = null,
): string {
  const stores = [...new Set(prices.map(({ platform }) => storeName(platform, website)))];
  return `${joinWords(stores)}, read ${inMonths(prices)}`;
}

/** Past where prices are aged. */
export const ageTense = (age: string | null): Tense => (age === null ? "present" : "past");

/** `Between July and September 2026: subscriptions cost ...` while prices are aged. `days`: first and last reading of what is told. */
export function tellIndex(age: string | null, days: { from: string; to: string } | null, sentence: string): string {
  if (age === null || days === null) return sentence;
  return `${capitalize(inMonths([{ verified_on: days.from }, { verified_on: days.to }]))}: ${sentence}`;
}
