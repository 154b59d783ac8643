import type { IndexedCountry } from "@/components/home/index-map";
import { countryInSentence } from "@/lib/format";
import { capitalize, countNoun, countWord, joinWords } from "@/lib/words";

/** Medians this close to the US, in per cent, are the same. */
const SAME_PCT = 0.5;

/** Countries with an index, without the US, by how they stand to it. */
function divideByUs(countries: readonly IndexedCountry[]) {
  const abroad = countries.filter(({ code }) => code !== "US");
  return {
    cheaper: abroad.filter(({ index }) => index.pct_vs_us < -SAME_PCT),
    same: abroad.filter(({ index }) => Math.abs(index.pct_vs_us) <= SAME_PCT),
    dearer: abroad.filter(({ index }) => index.pct_vs_us > SAME_PCT),
  };
}

export function writeRankingTitle(countries: readonly IndexedCountry[]): string {
  const { cheaper, dearer } = divideByUs(countries);
  return `${capitalize(countNoun(cheaper.length, "country pays", "countries pay"))} less than the US, ${countWord(dearer.length)} ${dearer.length === 1 ? "pays" : "pay"} more`;
}

export function writeRankingDeck(countries: readonly IndexedCountry[]): string {
  const { same } = divideByUs(countries);
  const about = "The index compares the same plans, in the same store, at the exchange rates of one day.";
  if (same.length === 0) return about;
  const places = capitalize(joinWords(same.map(({ code }) => countryInSentence(code))));
  const [only] = same;
  const inDollars = same.length === 1 && only?.index.usd_billed ? ": most of its prices are set in dollars" : "";
  return `${places} ${same.length === 1 ? "pays" : "pay"} the same${inDollars}. ${about}`;
}

const widthOf = ({ index }: IndexedCountry) => index.p75_pct - index.p25_pct;
const middleOf = (widths: readonly number[]) => [...widths].sort((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 0;

/** What the widths of the distributions say: whether cheap countries are also those of unequal prices. */
export function writeSpreadFinding(countries: readonly IndexedCountry[]): string {
  const { cheaper, dearer } = divideByUs(countries);
  const [low, high] = [middleOf(cheaper.map(widthOf)), middleOf(dearer.map(widthOf))];
  if (cheaper.length > 1 && dearer.length > 1 && low > 1.25 * high)
    return "Where prices are low they are also far apart";
  const widths = countries.filter(({ code }) => code !== "US").map(widthOf);
  return `The middle half of a country’s prices spans ${Math.round(middleOf(widths))} points`;
}

/** Which countries pay more, as the title of the map. */
export function writeDearerFinding(countries: readonly IndexedCountry[]): string {
  const { dearer } = divideByUs(countries);
  if (dearer.length === 0) return "No country pays more than the US";
  const places = joinWords(dearer.map(({ code }) => countryInSentence(code)));
  if (dearer.length <= 3) return `Only ${places} ${dearer.length === 1 ? "pays" : "pay"} more than the US`;
  const regions = joinWords([...new Set(dearer.map(({ region }) => region))].sort());
  return `The ${countWord(dearer.length)} dearer countries lie in ${regions}`;
}
