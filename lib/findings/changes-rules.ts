import type { Month, MonthOfChanges } from "@/lib/catalogue/prices/list/page-schema";
import { countryInSentence, formatCount, formatDay, formatMonth, formatPct } from "@/lib/text/format";
import { allOf, capitalize, countNoun, countWord, ordinal } from "@/lib/text/words";
import { placesNoun } from "./places-rules";

/** `Netflix raised prices in 21 countries, first seen in April 2026`. */
export function writeChangesFinding(
  { month, vendors, countries, prices, raised, lowered }: MonthOfChanges,
  label?: string,
): string {
  const [vendor] = vendors;
  const who = vendors.length === 1 ? vendor : undefined;
  const verb = raised === prices ? "raised" : lowered === prices ? "lowered" : "changed";
  const when = formatMonth(month);
  const [country] = countries;
  const where =
    countries.length === 1 && country !== undefined
      ? countryInSentence(country)
      : `${formatCount(countries.length)} ${placesNoun(countries)}`;
  if (label !== undefined) {
    const did = { raised: "rose", lowered: "fell", changed: "changed" }[verb];
    return `The price of ${label} ${did} in ${where}, first seen in ${when}`;
  }
  const what = prices === 1 ? "a price" : "prices";
  return `${who ?? capitalize(countNoun(vendors.length, "vendor", "vendors"))} ${verb} ${what} in ${where}, first seen in ${when}`;
}

/** `63 prices in 21 countries, all of them higher. First seen on 9 Apr 2026.` */
export function writeMonth({ prices, countries, raised, lowered, from, to }: MonthOfChanges): string {
  const others = prices - raised - lowered;
  const parts = [
    ...(raised > 0 ? [`${formatCount(raised)} higher`] : []),
    ...(lowered > 0 ? [`${formatCount(lowered)} lower`] : []),
    ...(others > 0 ? [`${formatCount(others)} in another currency`] : []),
  ];
  const all = prices === 1 ? "" : prices === 2 ? `${allOf(2)} ` : "all of them ";
  const how = raised === prices ? `${all}higher` : lowered === prices ? `${all}lower` : parts.join(", ");
  const seen = from === to ? `on ${formatDay(to)}` : `between ${formatDay(from)} and ${formatDay(to)}`;
  return `${formatCount(prices)} ${prices === 1 ? "price" : "prices"} in ${countNoun(countries.length, "country", placesNoun(countries))}, ${how}. First seen ${seen}.`;
}

/** What a change did to the place among countries: `20th to 24th cheapest of 34`; the same word for both where it stayed. */
export function writeRanks({ was, is, of }: { was: number; is: number; of: number }): string {
  return was === is ? `stays ${ordinal(is)} of ${of}` : `${ordinal(was)} to ${ordinal(is)} of ${of}`;
}

/** The exchange rate since the price before was first seen, and what both came to in US dollars. */
export function writeRate({ pct, fxPct, is }: { pct: number | null; fxPct: number | null; is: { currency: string } }): {
  fx: string;
  usd: string | null;
} {
  if (fxPct === null)
    return { fx: is.currency === "USD" && pct !== null ? "paid in US dollars" : "not known", usd: null };
  const usd = pct === null ? null : 100 * ((1 + pct / 100) * (1 + fxPct / 100) - 1);
  return { fx: formatPct(fxPct, 0), usd: usd === null ? null : formatPct(usd, 0) };
}

/** Months up to that of `today`, the oldest first. */
export function listMonths(today: string, count: number): Month[] {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  return Array.from({ length: count }, (_, at) => {
    const index = year * 12 + month - 1 - (count - 1 - at);
    return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
  });
}

/** Why there is no change: `read` is how many months were read again. */
export const writeNoChanges = (label: string | undefined, readAgain: number): string =>
  readAgain === 0
    ? `${label ?? "Nothing"} was read once so far. A change can show from the second reading on.`
    : `${label ?? "It"} was read again in ${countWord(readAgain)} of the months above, at the same price.`;
