import type { Money } from "@/lib/catalogue/fx/money-rules";
import type { Split } from "@/lib/catalogue/prices/history/change/rules";
import { findLastDay } from "@/lib/catalogue/prices/history/chart/rules";
import type { ProductHistory } from "@/lib/catalogue/prices/history/chart/schema";
import { cheapestOf, dearestOf, rankedOf } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { findDistance } from "@/lib/catalogue/prices/usual/rules";
import { baseName, countryInSentence, formatDay, formatShare } from "@/lib/text/format";
import { capitalize, countNoun, countWord, currencyPlural, joinWords } from "@/lib/text/words";
import { placesNoun } from "./places-rules";
import { isAcrossTaxLine, isBeforeSalesTax, writeBeforeTax } from "./tax-line-rules";
import { inTense, type Tense } from "./tense-rules";
import { writeTimesAsMuch } from "./times-rules";
import { type Told, tellOf, tenseOf, writeUncertain, writeWhen } from "./told-rules";

/** From this ratio on, text says "1.6 times as much". */
const TIMES_FROM = 2;
/** Prices within this ratio are nearly the same. */
const NEARLY_SAME = 1.1;
/** Smaller differences in per cent come from exchange rates. */
const SAME_PCT = 0.5;

const codesOf = (prices: readonly Price[]) => prices.map(({ country }) => country);

/** `lowest` has one price per country, cheapest first. */
export function writeProductTitle(label: string, lowest: readonly Price[], money: Money, told: Told): string {
  const ranked = rankedOf(lowest);
  if (ranked.length === 0) return `${label} has no price`;
  const tense = tenseOf(told);
  const sentence =
    told.ranking === "uncertain"
      ? writeUncertain(label, ranked, tense)
      : writeEnds(label, ranked, money, {
          tense,
          isWhole: ranked.length === lowest.length,
          isTaxFree: told.isTaxFree ?? false,
        });
  const isBare = told.ranking === "uncertain" && writeWhen(ranked, told) === "";
  return isBare ? capitalize(sentence) : tellOf(ranked, told, sentence);
}

/** Compares the lowest with the highest. */
function writeEnds(
  label: string,
  ranked: readonly Price[],
  money: Money,
  { tense, isWhole, isTaxFree }: { tense: Tense; isWhole: boolean; isTaxFree: boolean },
): string {
  const costs = `${label} ${inTense("costs", tense)}`;
  const cheapest = cheapestOf(ranked);
  const dearest = dearestOf(ranked);
  if (!cheapest || !dearest) return costs;
  const low = cheapest.usd_monthly ?? 0;
  const high = dearest.usd_monthly ?? 0;
  const placeOf = ({ country }: Price, other: Price) =>
    `${countryInSentence(country)}${isTaxFree ? "" : writeBeforeTax(country, other.country)}`;
  if (ranked.length === 1) return `${costs} ${money.price(low)} a month in ${countryInSentence(cheapest.country)}`;
  const ratio = high / low;
  if (ratio < NEARLY_SAME)
    return `${costs} nearly the same in ${isWhole ? "all " : ""}${countWord(ranked.length)} ${placesNoun(codesOf(ranked))}`;
  const there = placeOf(dearest, cheapest);
  const here = placeOf(cheapest, dearest);
  const far = writeFarEnds(cheapest, dearest);
  if (ratio < TIMES_FROM) return `${costs} ${formatShare(ratio - 1)} more in ${there} than in ${here}${far}`;
  return `${costs} ${writeTimesAsMuch(ratio)} in ${there} as in ${here}${far}`;
}

/** `, where it is far below the rest`, of the cheapest; the dearest is named. */
function writeFarEnds(cheapest: Price, dearest: Price): string {
  if (findDistance(cheapest.usual_ratio) === "below") return ", where it is far below the rest";
  return findDistance(dearest.usual_ratio) === "above"
    ? `; the price in ${countryInSentence(dearest.country)} is far above the rest`
    : "";
}

export const writeEndedDeck = (history: ProductHistory): string =>
  `${writeEnded(history)} What it cost until then is below.`;

export function writeEnded(history: ProductHistory): string {
  const from = formatDay(history.first_seen_on);
  const to = formatDay(findLastDay(history));
  return `It was first seen on ${from}, in ${countNoun(history.countries.length, "country", "countries")}, and was no longer listed on ${to}.`;
}

/**
 * Links to the history of a corrected price lead here where no more than one reading is left. `until`: a past day, behind
 * which there may be more.
 */
export function writeNoHistory(label: string, countries: readonly string[], until?: string): string {
  const places = joinWords(countries.map(countryInSentence));
  const when = until === undefined ? "" : ` until ${formatDay(until)}`;
  return `There is no history of ${label} in ${places}${when} to draw: no price there was read on more than one day${when && " by then"}.`;
}

/** Lowest price, in US dollars a month, of the country that others are compared with. */
export type ProductBase = { country: string; usd: number };

export function countAgainst(lowest: readonly Price[], { country: base, usd }: ProductBase) {
  const abroad = lowest.filter(({ country }) => country !== base);
  const pctOf = ({ usd_monthly }: Price) => 100 * ((usd_monthly ?? usd) / usd - 1);
  return {
    cheaper: abroad.filter((price) => pctOf(price) < -SAME_PCT),
    same: abroad.filter((price) => Math.abs(pctOf(price)) <= SAME_PCT),
    dearer: abroad.filter((price) => pctOf(price) > SAME_PCT),
  };
}

export function writeMapFinding(
  label: string,
  lowest: readonly Price[],
  base: ProductBase,
  told: Told,
  places: "all" | "converted" = "all",
): string {
  const ranked = rankedOf(lowest);
  const when = writeWhen(ranked, told);
  const finding =
    told.ranking === "uncertain"
      ? `${label} by country: prices are uncertain`
      : writeAgainst(label, lowest, base, told, places);
  return when === "" ? finding : `${when}: ${finding}`;
}

function writeAgainst(
  label: string,
  lowest: readonly Price[],
  base: ProductBase,
  told: Told,
  places: "all" | "converted",
): string {
  const tense = tenseOf(told);
  const costs = inTense("costs", tense);
  const does = inTense("does", tense);
  const isAcross = lowest.some(({ country }) => isAcrossTaxLine(country, base.country));
  const isBefore = isBeforeSalesTax(base.country) && isAcross && told.isTaxFree !== true;
  const there = `${baseName(base.country)}${isBefore ? " before sales tax" : ""}`;
  if (lowest.some((price) => price.country === base.country && price.ranked !== true))
    return `${label} by country, against a price in ${baseName(base.country)} that is not ranked`;
  const leading = rankedOf(lowest);
  const { cheaper, same, dearer } = countAgainst(leading, base);
  const abroad = cheaper.length + same.length + dearer.length;
  const [only] = [...cheaper, ...same, ...dearer];
  if (only && abroad === 1)
    return `${label} ${dearer.length === 1 ? costs : `${does} not cost`} more in ${countryInSentence(only.country)} than in ${there}`;
  const price = leading.length === lowest.length ? "a price" : "a price that is ranked";
  const of = `of ${countWord(abroad)} other ${placesNoun(codesOf(leading))} with ${places === "all" ? price : "an exchange rate"}`;
  if (dearer.length === 0) return `In none ${of} ${does} ${label} cost more than in ${there}`;
  if (dearer.length <= 2) {
    const places = joinWords([...dearer].reverse().map(({ country }) => countryInSentence(country)));
    return `Only in ${places}, ${of}, ${does} ${label} cost more than in ${there}`;
  }
  if (dearer.length > cheaper.length)
    return `${label} ${costs} more than in ${there} in ${countWord(dearer.length)} ${of}`;
  return `${label} ${costs} less than in ${there} in ${countWord(cheaper.length)} ${of}`;
}

const verbOf = (pct: number) => (pct > 0 ? "rose" : "fell");
const sizeOf = (pct: number) => formatShare(Math.abs(pct) / 100);
const movedBy = (pct: number) => (Math.abs(pct) < SAME_PCT ? "did not change" : `${verbOf(pct)} ${sizeOf(pct)}`);

function writeChangeover({ from, to, changeovers: [first, ...others] }: Split): string {
  if (from.currency !== to.currency || first === undefined) return `changed from ${from.currency} to ${to.currency}`;
  if (others.length > 1) return `changed its currency ${countWord(others.length + 1)} times`;
  return `went from ${first.from} to ${first.to}, back to ${to.currency},`;
}

/** `unit`: currency of the comparison. */
export function writeHistoryFinding(country: string, split: Split, unit = "USD"): string {
  const place = countryInSentence(country);
  const { local_pct, usd_pct, from } = split;
  if (split.changeovers.length > 0 && usd_pct !== null)
    return `In ${place} the price ${writeChangeover(split)} and ${movedBy(usd_pct)} in ${unit === "USD" ? "dollars" : currencyPlural(unit)}`;
  if (local_pct === null) return `The price in ${place} since ${from.day.slice(0, 4)}`;
  const isBack = split.vendor_changes > 0 && Math.abs(local_pct) < SAME_PCT;
  const local = `${isBack ? "returned to what it was" : movedBy(local_pct)} in ${currencyPlural(from.currency)}`;
  if (from.currency === unit || usd_pct === null || split.isRateHeld) return `In ${place} the price ${local}`;
  // Avoids confusion with another dollar.
  const isOtherDollar = currencyPlural(from.currency).endsWith("dollars");
  const dollars = unit !== "USD" ? currencyPlural(unit) : isOtherDollar ? "US dollars" : "dollars";
  const isMoved = [local_pct, usd_pct].every((pct) => Math.abs(pct) >= SAME_PCT);
  if (isMoved && local_pct > 0 === usd_pct > 0)
    return `In ${place} the price ${local} and ${sizeOf(usd_pct)} in ${dollars}`;
  return `In ${place} the price ${local} but ${movedBy(usd_pct)} in ${dollars}`;
}
