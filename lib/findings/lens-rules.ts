import { listCounted } from "@/lib/catalogue/compare/same-plan-rules";
import type { Comparison } from "@/lib/catalogue/compare/schema";
import { medianInterval } from "@/lib/catalogue/countries/rules";
import type { Country, CountryIndex, IndexedCountry } from "@/lib/catalogue/countries/schema";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { rankedOf } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { findMedian } from "@/lib/contract/percentiles";
import {
  baseName,
  compareNames,
  countryInSentence,
  formatCount,
  formatLessOrMore,
  formatShare,
} from "@/lib/text/format";
import { allOf, capitalize, countNoun, countWord, joinWords } from "@/lib/text/words";
import { writeCompareTitle, writeFinding, writeHeadline } from "./comparison-rules";
import { inTense, type Tense } from "./tense-rules";
import { formatTimes, isAboutSame, writeTimesAsMuch } from "./times-rules";
import { type Told, tenseOf, writeUncertain, writeWhen } from "./told-rules";

// Without tax there is no model: a country is cheaper or dearer where the whole 95% interval of its median is.

export const EX_TAX_CAVEAT =
  "An estimate: the country’s standard rate is taken out of prices that include it, which is no proof that the vendor charges it there. US and Canadian prices come without tax and stay as they are.";
export const TAX_CAVEAT =
  "US and Canadian prices leave sales tax out, most others include VAT or GST, so part of a difference can be tax.";
export const INCOME_CAVEAT =
  "Income is gross national income per head of the newest year (World Bank, Atlas method). Prices are list prices, with tax where they include it.";
/** Price baskets of the International Telecommunication Union. */
const AFFORDABLE_PCT = 2;

const places = (countries: readonly Pick<Country, "country">[]) =>
  joinWords(countries.map(({ country }) => countryInSentence(country)));
const byName = <T extends { name: string }>(countries: readonly T[]) =>
  [...countries].sort((a, b) => compareNames(a.name, b.name));
const abroad = <T extends Pick<Country, "country">>(countries: readonly T[], base = "US") =>
  countries.filter(({ country }) => country !== base);

function divideByInterval(countries: readonly IndexedCountry[], base: string) {
  const isCheaper = ({ index }: IndexedCountry) => index.median_high !== null && index.median_high < 0;
  const isDearer = ({ index }: IndexedCountry) => index.median_low !== null && index.median_low > 0;
  const others = abroad(countries, base);
  return {
    cheaper: others.filter(isCheaper),
    dearer: others.filter(isDearer),
    unclear: others.filter((country) => !isCheaper(country) && !isDearer(country)),
  };
}

/** `nine countries and more expensive only in Switzerland`. */
export function writeExTaxTitle(countries: readonly IndexedCountry[], base = "US"): string {
  const { cheaper, dearer } = divideByInterval(countries, base);
  const first = `Without tax the typical subscription is clearly cheaper than in ${baseName(base)} in ${countNoun(cheaper.length, "country", "countries")}`;
  if (dearer.length === 0) return `${first} and clearly more expensive in none`;
  return `${first} and more expensive ${dearer.length <= 3 ? `only in ${places(dearer)}` : `in ${countNoun(dearer.length, "country", "countries")}`}`;
}

export function writeExTaxDeck(countries: readonly IndexedCountry[], base = "US"): string {
  const { unclear } = divideByInterval(countries, base);
  const tie = unclear.length === 0 ? "" : `Too close to call: ${places(byName(unclear))}. `;
  return `${tie}${EX_TAX_CAVEAT}`;
}

export function writeExTaxCountryTitle({ country: code, index, ex_tax }: Country, base = "US"): string {
  const place = countryInSentence(code);
  if (code === base) return `What subscriptions cost in ${place} without tax`;
  if (index === null)
    return ex_tax === null
      ? `Prices in ${place} without tax: too few for an index`
      : `What subscriptions in ${place} cost without tax is not known`;
  const isClear = (index.median_high ?? 0) < 0 || (index.median_low ?? 0) > 0;
  if (!isClear)
    return `Whether subscriptions in ${place} are cheaper or more expensive than in ${baseName(base)} without tax is too close to call`;
  return `Without tax the typical subscription costs ${formatLessOrMore(index.pct_vs_us)} in ${place} than in ${baseName(base)}`;
}

export function writeExTaxCountryDeck({ ex_tax }: Country): string {
  if (ex_tax === null) return EX_TAX_CAVEAT;
  const left = ex_tax.left_out.map(({ reason, n_products: products }) => `${formatCount(products)} (${reason})`);
  const leftOut = left.length === 0 ? "" : ` Left out: ${joinWords(left)}.`;
  const { pct_vs_us: pct, reason } = ex_tax;
  return pct === null ? `${capitalize(reason ?? "")}.${leftOut}` : `${EX_TAX_CAVEAT}${leftOut}`;
}

/** `4.3%`, `0.27%`. `pct` in per cent. */
export const formatIncomeShare = (pct: number): string => formatShare(pct / 100, pct < 1 ? 2 : pct < 10 ? 1 : 0);

/** Highest ratio to income first. */
export function byBurden<T extends Country>(countries: readonly T[]): (T & { ratio: number })[] {
  return countries
    .flatMap((country) => (country.income.ratio === null ? [] : [{ ...country, ratio: country.income.ratio }]))
    .sort((a, b) => b.ratio - a.ratio || (a.country < b.country ? -1 : 1));
}

const writeTimes = (ratio: number) => (isAboutSame(ratio) ? "about as much" : writeTimesAsMuch(ratio));

type Burden = { ratio: number; index: CountryIndex | null };

/** From the interval of the median; income counts as exact. Null without one. */
function burdenInterval({ ratio, index }: Burden): [number, number] | null {
  const interval = index && medianInterval(index);
  if (!index || !interval) return null;
  const [low, high] = interval.map((pct) => (ratio * (100 + pct)) / index.value);
  return low === undefined || high === undefined ? null : [low, high];
}

/** Countries with overlapping intervals: any of them may be the heaviest. */
function findHeaviest(countries: readonly Country[], base: string) {
  const all = byBurden(abroad(countries, base));
  const first = all[0] && burdenInterval(all[0]);
  if (!first) return all.slice(0, 1);
  return all.filter((country) => (burdenInterval(country)?.[1] ?? 0) >= first[0]);
}

export function writeBurdenTitle(countries: readonly Country[], base = "US"): string {
  const group = findHeaviest(countries, base);
  const heaviest = group[0];
  const lightest = group.at(-1);
  if (heaviest === undefined || lightest === undefined) return "What share of income subscriptions cost is not known";
  const times =
    heaviest === lightest
      ? writeTimes(heaviest.ratio)
      : `${formatTimes(lightest.ratio)} to ${formatTimes(heaviest.ratio)} times as much`;
  const where = group.length <= 3 ? places(group) : countNoun(group.length, "country", "countries");
  return `The same subscriptions take ${times} of the average income in ${where} as in ${baseName(base)}`;
}

/** Also names countries that are cheaper in dollars but take a larger share of income. */
export function writeBurdenDeck(countries: readonly IndexedCountry[], base = "US"): string {
  const both = byBurden(countries).filter(
    (country) => (country.index.median_high ?? 0) < 0 && (burdenInterval(country)?.[0] ?? 0) > 1,
  );
  const intervals = findHeaviest(countries, base).flatMap((country) => {
    const interval = burdenInterval(country);
    return interval ? [`${interval.map(formatTimes).join(" to ")} in ${countryInSentence(country.country)}`] : [];
  });
  const parts = [
    `Typical price against ${baseName(base)}, divided by average income against ${baseName(base)}.`,
    intervals.length === 0 ? "" : `By the 95% interval of the median: ${joinWords(intervals)}.`,
    both.length === 0
      ? ""
      : `${capitalize(countNoun(both.length, "country’s median is", "countries’ medians are"))} clearly lower in dollars and still a larger share of income.`,
  ];
  return parts.filter(Boolean).join(" ");
}

/** Only differences that the interval of the median supports. */
export function writeHeavierFinding(countries: readonly Country[], base = "US"): string {
  const all = byBurden(abroad(countries, base));
  const lighter = all.filter((country) => (burdenInterval(country)?.[1] ?? 1) < 1);
  const of = `of the ${countNoun(all.length, "other country", "other countries")} with an index`;
  if (lighter.length === 0)
    return `In none ${of} do subscriptions clearly take a smaller share of income than in ${baseName(base)}`;
  const less = lighter.every(({ ratio }) => isAboutSame(ratio)) ? "slightly smaller" : "smaller";
  if (lighter.length <= 3)
    return `Only in ${places(lighter)}, ${of}, do subscriptions take a ${less} share of income than in ${baseName(base)}`;
  return `Subscriptions take a ${less} share of income than in ${baseName(base)} in ${countWord(lighter.length)} ${of}`;
}

export function writeBurdenCountryTitle({ country: code, income }: Country, base = "US"): string {
  const place = countryInSentence(code);
  if (code === base || income.ratio === null) return `What share of income subscriptions take in ${place}`;
  return `The same subscriptions take ${writeTimes(income.ratio)} of the average income in ${place} as in ${baseName(base)}`;
}

export function writeBurdenCountryDeck({ country: code, index, income }: Country, base = "US"): string {
  if (income.gni_per_capita_usd === null) return `No income is known: ${income.reason ?? "no income figure"}.`;
  const of = `Average income: ${formatCount(income.gni_per_capita_usd)} US dollars a head in ${income.year}.`;
  if (code === base || index === null) return of;
  const same = Math.abs(index.pct_vs_us) < 0.5;
  return `In money they typically cost ${same ? "the same" : formatLessOrMore(index.pct_vs_us)}. ${of}`;
}

/** Fewer places with a figure are no finding. */
export const MIN_LENS_PLACES = 5;

export function writeBurdenProductTitle(label: string, prices: readonly Price[], told: Told): string {
  const tense = tenseOf(told);
  const ranked = rankedOf(prices);
  const known = ranked.flatMap(({ country, income_share_pct: share }) => (share === null ? [] : [{ country, share }]));
  const [heaviest] = known.sort((a, b) => b.share - a.share || (a.country < b.country ? -1 : 1));
  if (heaviest === undefined || known.length < MIN_LENS_PLACES)
    return `What share of income ${label} ${inTense("takes", tense)} is known in too few places`;
  if (told.ranking === "uncertain") return capitalize(writeUncertain(label, ranked, tense));
  const us = known.find(({ country }) => country === "US");
  const first = `A month of ${label} ${inTense("takes", tense)} ${formatIncomeShare(heaviest.share)} of a month’s average income in ${countryInSentence(heaviest.country)}`;
  const sentence =
    us === undefined || us.country === heaviest.country ? first : `${first}, ${formatIncomeShare(us.share)} in the US`;
  const when = writeWhen(ranked, told);
  return when === "" ? sentence : `${when}: ${sentence}`;
}

export function writeBurdenProductDeck(prices: readonly Price[], tense: Tense = "present"): string {
  const shares = prices.flatMap(({ income_share_pct }) => income_share_pct ?? []).sort((a, b) => a - b);
  if (shares.length < MIN_LENS_PLACES) return "";
  const above = shares.filter((share) => share > AFFORDABLE_PCT).length;
  const unknown = prices.length - shares.length;
  return `In half of the ${formatCount(shares.length)} places whose income is known it ${inTense("takes", tense)} ${formatIncomeShare(findMedian(shares))} or less; ${above === 0 ? "nowhere" : `in ${formatCount(above)}`} more than ${AFFORDABLE_PCT}%. For orientation: up to that share, broadband counts as affordable.${unknown === 0 ? "" : ` For ${countNoun(unknown, "other place", "other places")} no income is known.`}`;
}

/** `places`: where it is known, too few for a finding. */
export const writeTaxUnknown = (label: string, places = 0, tense: Tense = "present"): string =>
  `What ${label} ${inTense("costs", tense)} without tax is ${places === 0 ? "not known" : "known in too few places to compare"}`;

export function writeExTaxScope(prices: readonly Price[], tense: Tense = "present"): string {
  const countries = new Set(prices.map(({ country }) => country));
  const known = new Set(prices.flatMap(({ country, usd_monthly }) => (usd_monthly === null ? [] : [country])));
  if (known.size === countries.size) return "";
  return `What it ${inTense("costs", tense)} without tax is known in ${formatCount(known.size)} of ${formatCount(countries.size)} places; the others have no tax rate that our sources agree on, or it is not known whether the price includes it.`;
}

type Label = (slug: string) => string;
const isWhole = ({ totals }: Comparison) => totals.every(({ complete }) => complete);

/** Totals only where all prices are known. */
export function writeExTaxHeadline(comparison: Comparison, label: Label, money: Money): string {
  const text = isWhole(comparison)
    ? writeHeadline(comparison, label, money)
    : capitalize(writeCompareTitle(comparison, label));
  return `${text}, without tax`;
}

export function writeExTaxFinding(comparison: Comparison, label: Label): string {
  if (isWhole(comparison)) return `${writeFinding(comparison, label)}, without tax`;
  const known = comparison.totals.filter(({ complete }) => complete);
  const counted = listCounted(comparison).length;
  const what = counted === 1 ? "it" : allOf(counted);
  if (known.length === 0) return `In no listed country is the price of ${what} known without tax`;
  if (known.length > 3)
    return `In ${countWord(known.length)} of the listed countries the price of ${what} is known without tax`;
  return `Only in ${places(known)} is the price of ${what} known without tax`;
}
