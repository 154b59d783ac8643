import type { IndexedCountry } from "@/lib/catalogue/countries/schema";
import { findMedian } from "@/lib/catalogue/price-index/percentiles";
import { compareNames, countryInSentence, formatCount } from "@/lib/text/format";
import { capitalize, countNoun, countWord, joinWords } from "@/lib/text/words";
import { divideByStanding, findCheapestGroup, findDearestGroup, findLowestGroup } from "./standing-rules";

// `countries` have an index, lowest median first.

const places = (countries: readonly IndexedCountry[]) =>
  joinWords(countries.map(({ code }) => countryInSentence(code)));

function noneOf(countries: readonly IndexedCountry[]): string {
  const others = countries.filter(({ code }) => code !== "US").length;
  return `${others < 2 ? "No other country" : `None of the ${countWord(others)} other countries`} with an index`;
}

/** Claims only what intervals support. The middle of three parts is highlighted. */
export function writeLead(countries: readonly IndexedCountry[]): readonly [string, string, string] {
  const group = findCheapestGroup(countries);
  if (group) return ["Subscriptions cost ", group.fraction, ` in ${places(group.countries)} as in the US`];
  const { cheaper } = divideByStanding(countries);
  if (cheaper.length === 0)
    return [`${noneOf(countries)} is `, "clearly cheaper", " than the US for the same subscriptions"];
  return [
    "Subscriptions are ",
    "clearly cheaper",
    ` than in the US in ${countNoun(cheaper.length, "country", "countries")}`,
  ];
}

/** `44 (38 to 62) in Egypt`: median ratio in cents a dollar, with its interval. */
function writeCents({ code, index }: IndexedCountry): string {
  const cents = (pct: number) => formatCount(Math.round(100 + pct));
  const { median_low: low, median_high: high } = index;
  const interval = low === null || high === null ? "" : ` (${cents(low)} to ${cents(high)})`;
  return `${cents(index.pct_vs_us)}${interval} in ${countryInSentence(code)}`;
}

export function writeLeadMeasure(countries: readonly IndexedCountry[]): string {
  const [lowest, highest] = [findLowestGroup(countries), findDearestGroup(countries)];
  const first =
    lowest.length === 0
      ? "The median ratios to the US price lie close to 1, or vary too much to tell."
      : `Median ratio to the US price of the same subscription, in US cents a dollar (95\u202f% interval): ${joinWords(lowest.map(writeCents))}${lowest.length > 1 ? "; which is lowest is too close to call" : ""}.`;
  const end =
    highest.length === 0
      ? ""
      : ` At the other end: ${joinWords(highest.map(writeCents))}${highest.length > 1 ? "; which is highest is too close to call" : ""}.`;
  return `${first}${end}`;
}

/** `taxFree`: countries with the index without tax. */
export function writeRankingTitle(countries: readonly IndexedCountry[], taxFree: readonly IndexedCountry[]): string {
  const { cheaper, dearer } = divideByStanding(countries);
  const first = capitalize(countNoun(cheaper.length, "country is", "countries are"));
  if (dearer.length === 0) return `${first} clearly cheaper than the US, none clearly dearer`;
  const isDearer = ({ code }: IndexedCountry) =>
    taxFree.some(({ code: other, index }) => other === code && index.median_low !== null && index.median_low > 0);
  const without = dearer.filter(isDearer).length;
  return `${first} clearly cheaper than the US; ${countWord(dearer.length)} clearly dearer with tax, ${without === 0 ? "none" : countWord(without)} of them without`;
}

export function writeRankingDeck(countries: readonly IndexedCountry[]): string {
  const { unclear } = divideByStanding(countries);
  const context =
    "Clearly means that the whole 95\u202f% interval lies on one side of the US, by the median shown and by a second method. Both compare the same plans, in the same store, at the exchange rates of one day.";
  if (unclear.length === 0) return context;
  return `Too close to call: ${places([...unclear].sort((a, b) => compareNames(a.name, b.name)))}. ${context}`;
}

export function writeSpreadFinding(countries: readonly IndexedCountry[]): string {
  const widths = countries
    .filter(({ code }) => code !== "US")
    .map(({ index }) => index.p75_pct - index.p25_pct)
    .sort((a, b) => a - b);
  return `The middle half of a country’s differences from the US typically spans ${Math.round(findMedian(widths))} points`;
}

export function writeDearerFinding(countries: readonly IndexedCountry[]): string {
  const { dearer } = divideByStanding(countries);
  if (dearer.length === 0) return `${noneOf(countries)} is clearly dearer than the US`;
  const [who, are] =
    dearer.length <= 3
      ? [`only ${places(dearer)}`, dearer.length === 1 ? "is" : "are"]
      : [`${countWord(dearer.length)} countries`, "are"];
  return `With tax, ${who} ${are} clearly dearer than the US, whose prices leave it out`;
}
