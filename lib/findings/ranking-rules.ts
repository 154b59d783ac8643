import type { IndexedCountry } from "@/lib/catalogue/countries/schema";
import { findMedian } from "@/lib/catalogue/price-index/percentiles";
import { compareNames, countryInSentence, formatCount, formatShare } from "@/lib/text/format";
import { capitalize, countNoun, countWord, joinWords } from "@/lib/text/words";
import { divideByStanding, findCheapestGroup, findDearestGroup } from "./standing-rules";

// Sentences of the home page and of the ranking. `countries` are those with an index, lowest median first.

const places = (countries: readonly IndexedCountry[]) =>
  joinWords(countries.map(({ code }) => countryInSentence(code)));

/** Headline of the site, limited to what both indexes support. The middle of the three parts is highlighted. */
export function writeLead(countries: readonly IndexedCountry[]): readonly [string, string, string] {
  const group = findCheapestGroup(countries);
  if (group) return ["Subscriptions cost ", group.fraction, ` in ${places(group.countries)} as in the US`];
  const { cheaper } = divideByStanding(countries);
  if (cheaper.length === 0) return ["No country is ", "clearly cheaper", " than the US for the same subscriptions"];
  return [
    "Subscriptions are ",
    "clearly cheaper",
    ` than in the US in ${countNoun(cheaper.length, "country", "countries")}`,
  ];
}

/** `44 (38 to 62) in Egypt`: middle price in US cents per dollar of the US price, with its interval. */
function writeCents({ code, index }: IndexedCountry): string {
  const cents = (pct: number) => formatCount(Math.round(100 + pct));
  const { median_low: low, median_high: high } = index;
  const interval = low === null || high === null ? "" : ` (${cents(low)} to ${cents(high)})`;
  return `${cents(index.pct_vs_us)}${interval} in ${countryInSentence(code)}`;
}

/** Figures behind the headline. */
export function writeLeadMeasure(countries: readonly IndexedCountry[]): string {
  const shown = findCheapestGroup(countries)?.countries ?? divideByStanding(countries).cheaper.slice(0, 3);
  const dearest = findDearestGroup(countries);
  const first =
    shown.length === 0
      ? "The middle prices of the same subscriptions lie close to those of the United States, or vary too much to tell."
      : `Where Americans pay a dollar, the middle price of the same subscriptions is, in US cents (95\u202f% interval): ${joinWords(shown.map(writeCents))}.`;
  const overlap = shown.length > 1 ? " The intervals overlap, so none of them is called the cheapest." : "";
  const pcts = dearest.map(({ index }) => index.pct_vs_us);
  const [low, high] = [Math.min(...pcts), Math.max(...pcts)].map((pct) => formatShare(pct / 100));
  const end =
    dearest.length === 0
      ? ""
      : ` At the other end ${dearest.length === 1 ? "stands" : "stand"} ${places(dearest)}: ${low === high ? "" : `${low} to `}${high} more.`;
  return `${first}${overlap}${end}`;
}

export function writeRankingTitle(countries: readonly IndexedCountry[]): string {
  const { cheaper, dearer } = divideByStanding(countries);
  const dearerCount = dearer.length === 0 ? "none" : countWord(dearer.length);
  return `${capitalize(countNoun(cheaper.length, "country is", "countries are"))} clearly cheaper than the US, ${dearerCount} clearly dearer`;
}

export function writeRankingDeck(countries: readonly IndexedCountry[]): string {
  const { unclear } = divideByStanding(countries);
  const context =
    "Clearly means that the 95\u202f% intervals of both index numbers lie on one side of the US. Both compare the same plans, in the same store, at the exchange rates of one day.";
  if (unclear.length === 0) return context;
  return `Neither holds for ${places([...unclear].sort((a, b) => compareNames(a.name, b.name)))}. ${context}`;
}

const widthOf = ({ index }: IndexedCountry) => index.p75_pct - index.p25_pct;
const middleOf = (widths: readonly number[]) => findMedian([...widths].sort((a, b) => a - b));

/** Relation of level and spread: tells if clearly cheaper countries also have more unequal prices. */
export function writeSpreadFinding(countries: readonly IndexedCountry[]): string {
  const { cheaper, dearer } = divideByStanding(countries);
  const [narrowest, widest] = [Math.min(...cheaper.map(widthOf)), Math.max(...dearer.map(widthOf))];
  if (cheaper.length > 1 && dearer.length > 1 && narrowest > widest)
    return "Prices lie further apart in every clearly cheaper country than in any clearly dearer one";
  const [low, high] = [middleOf(cheaper.map(widthOf)), middleOf(dearer.map(widthOf))];
  if (cheaper.length > 1 && dearer.length > 1 && low > 1.25 * high)
    return `Where prices are low they are also further apart: the middle half typically spans ${Math.round(low)} points, where they are high ${Math.round(high)}`;
  const widths = countries.filter(({ code }) => code !== "US").map(widthOf);
  return `The middle half of a country’s prices spans ${Math.round(middleOf(widths))} points`;
}

/** Title of the map: the dearer countries. */
export function writeDearerFinding(countries: readonly IndexedCountry[]): string {
  const { dearer } = divideByStanding(countries);
  if (dearer.length === 0) return "No country is clearly dearer than the US";
  if (dearer.length <= 3)
    return `Only ${places(dearer)} ${dearer.length === 1 ? "is" : "are"} clearly dearer than the US`;
  const regions = joinWords([...new Set(dearer.map(({ region }) => region))].sort());
  return `The ${countWord(dearer.length)} clearly dearer countries lie in ${regions}`;
}
