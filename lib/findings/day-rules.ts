import type { CoverageStatus } from "@/lib/catalogue/coverage/schema";
import type { Price } from "@/lib/catalogue/prices/schema";
import type { Lens } from "@/lib/catalogue/tax/lens/schema";
import type { MissingRate } from "@/lib/contract/envelope";
import { groupBy } from "@/lib/contract/group-by";
import { countryInSentence, formatCount, formatDay } from "@/lib/text/format";
import { capitalize, countWord, joinWords } from "@/lib/text/words";
import { inTense } from "./tense-rules";

export const writeNoPriceOfDay = (label: string, day: string, listed: number): string =>
  listed === 0
    ? `No price of ${label} is known for ${formatDay(day)}`
    : `What ${label} cost on ${formatDay(day)} is known in local currencies alone`;

/** Why there is no price today. A price that is hidden by a filter is not known. */
const NO_PRICE: Readonly<Record<CoverageStatus, (label: string, place: string) => string>> = {
  priced: (label, place) => `What ${label} costs in ${place} is not known.`,
  not_known: (label, place) => `What ${label} costs in ${place} is not known.`,
  no_longer_sold: (label, place) => `${label} is no longer sold in ${place}.`,
  other_plan_only: (label, place) => `In ${place} another plan has a price, ${label} has none.`,
  not_collected: (label, place) => `No price of ${label} has been collected in ${place}.`,
};

/** `isListed`: the country has a price in its own currency; `status`: its coverage today. */
export function writeNoHomePrice(
  label: string,
  { country, status }: { country: string; status: CoverageStatus },
  isListed: boolean,
  { lens, date }: { lens: Lens; date: string | undefined },
): string {
  const place = countryInSentence(country);
  if (isListed && lens === "excluded")
    return `What ${label} ${inTense("costs", date === undefined ? "present" : "past")} without tax in ${place} is not known.`;
  const of = date === undefined ? "" : ` of ${formatDay(date)}`;
  if (isListed) return `The price of ${label} in ${place} has no exchange rate${of}.`;
  return date === undefined ? NO_PRICE[status](label, place) : `No price of ${label} in ${place}${of} is known.`;
}

/** Empty when no series was first read after the day. */
export function writeUnread(series: number, listed: number): string {
  if (series === 0) return "";
  const [were, they] = series === 1 ? ["was", "it"] : ["were", "they"];
  return `Of the latest prices, ${listed === 0 ? "" : "another "}${countWord(series)} ${were} first read later: what ${they} cost on that day is not known.`;
}

type Converted = Pick<Price, "fx_rate">;
export const countUnconverted = (prices: readonly Converted[]) =>
  prices.filter(({ fx_rate }) => fx_rate === null).length;

/** `EUR and TRY have none from 1 Jan 2026 to 3 Feb 2026; NGN has none from 5 Jan 2026 on.` Empty when none is missing. */
export function writeMissingRates(missing: readonly MissingRate[]): string {
  const spans = groupBy(missing, ({ from, to }) => `${from} ${to}`);
  const parts = [...spans.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { from, to } = first;
    const named = same.slice(0, NAMED_CURRENCIES).map(({ currency }) => currency);
    const rest = same.length - named.length;
    const names = joinWords([...named, ...(rest > 0 ? [`${countWord(rest)} more`] : [])]);
    const since = from === null ? "" : ` from ${formatDay(from)}`;
    const until = to === null ? (from === null ? "" : " on") : `${from === null ? " up" : ""} to ${formatDay(to)}`;
    return [
      `${names} ${same.length === 1 ? "has" : "have"} none${from === null && to === null ? " at all" : `${since}${until}`}`,
    ];
  });
  return parts.length === 0 ? "" : `Exchange rates: ${parts.join("; ")}.`;
}
const NAMED_CURRENCIES = 6;

/** Empty when all prices have US dollars. */
export function writeUnconverted(prices: readonly Converted[]): string {
  const left = countUnconverted(prices);
  if (left === 0) return "";
  const others = left === prices.length ? "its" : "the other";
  const count = left === 1 ? "price has" : `${countWord(left)} prices have`;
  return `${capitalize(others)} ${count} no exchange rate of that day.`;
}

/** `, of the 143 places with an exchange rate`: limits the finding to these. */
export function writeConvertedScope(prices: readonly Pick<Price, "fx_rate" | "country">[]): string {
  const places = new Set(prices.flatMap(({ fx_rate, country }) => (fx_rate === null ? [] : [country]))).size;
  return countUnconverted(prices) === 0 || places < 2
    ? ""
    : `, of the ${formatCount(places)} places with an exchange rate`;
}

/** `18 prices, two of them converted at the rates of 20 Sep 2026; 16 have no exchange rate of that day`. */
export function writeConverted(prices: readonly Converted[], rateDay: string | null): string {
  const count = `${formatCount(prices.length)} ${prices.length === 1 ? "price" : "prices"}`;
  if (rateDay === null) return count;
  const left = countUnconverted(prices);
  const day = formatDay(rateDay);
  if (left === 0) return `${count}, converted at the rates of ${day}`;
  if (left === prices.length) return `${count} without an exchange rate of ${day}`;
  const converted = countWord(prices.length - left);
  return `${count}, ${converted} of them converted at the rates of ${day}; ${countWord(left)} ${left === 1 ? "has" : "have"} no exchange rate of that day`;
}
