import type { CountryDetail } from "@/lib/catalogue/countries/detail/schema";
import { medianInterval } from "@/lib/catalogue/countries/rules";
import type { Country, CountryIndex, IndexedCountry } from "@/lib/catalogue/countries/schema";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { findDistance } from "@/lib/catalogue/prices/usual/rules";
import { categoryName, productLabel } from "@/lib/catalogue/products/rules";
import { baseName, countryInSentence, formatCount, formatLessOrMore, formatPct, formatShare } from "@/lib/text/format";
import { capitalize, countNoun, currencyPlural, joinWords, ordinal } from "@/lib/text/words";
import { inMonths } from "./age-rules";
import { nameBase, writeBeforeTax } from "./tax-line-rules";
import { inTense, type Tense } from "./tense-rules";
import { decideVerdict } from "./verdict-rules";

export type Compared = {
  relatives: CountryDetail["relatives"];
  example: {
    name: string;
    plan: string;
    pct: number | null;
    price: Pick<Price, "usd_monthly" | "fx_stale" | "outdated" | "verified_on">;
  };
};

/** Smaller differences in per cent come from exchange rates. */
const SAME_PCT = 0.5;

const isSame = (pct: number) => Math.abs(pct) < SAME_PCT;

export function writeCountryTitle(
  { country: code, index }: Country,
  { relatives, example }: Compared,
  money: Money,
  { tense = "present", base = "US" }: { tense?: Tense; base?: string } = {},
): string {
  const place = countryInSentence(code);
  if (code === base && index) return `What subscriptions cost in ${place}`;
  const before = writeBeforeTax(code, base);
  const than = nameBase(base, [code]);
  if (index) return writeIndexTitle(`${place}${before}`, index, { relatives, tense, than });
  if (example.price.usd_monthly === null || example.price.fx_stale)
    return `${capitalize(place)} has no price in US dollars`;
  const { outdated, ...read } = example.price;
  if (outdated === true)
    return `Last seen ${inMonths([read])}: ${productLabel(example)} cost ${money.price(example.price.usd_monthly)} a month in ${place}`;
  const price = `${productLabel(example)} ${inTense("costs", tense)} ${money.price(example.price.usd_monthly)} a month in ${place}`;
  if (example.pct === null) return price;
  return isSame(example.pct)
    ? `${price}${before}, the same as in ${than}`
    : `${price}${before}, ${formatLessOrMore(example.pct)} than in ${than}`;
}

/** Only prices equal to the cent count as equal. */
function writeIndexTitle(
  place: string,
  index: CountryIndex,
  { relatives, tense, than }: { relatives: Compared["relatives"]; tense: Tense; than: string },
): string {
  const { n_equal: equal, n_cheaper: cheaper, n_dearer: dearer, n_products: all } = relatives;
  // A median of 0 means "the same" only when most prices are the same.
  if (isSame(index.pct_vs_us)) {
    return 2 * equal > all
      ? `In ${place} most subscriptions cost the same as in ${than}: ${formatCount(equal)} of ${formatCount(all)}`
      : `In ${place} ${formatCount(equal)} of ${formatCount(all)} subscriptions cost the same as in ${than}, ${formatCount(cheaper)} less and ${formatCount(dearer)} more`;
  }
  const interval = medianInterval(index);
  if (decideVerdict(index) === "unclear" && interval && (interval[0] > 0 || interval[1] < 0))
    return `Whether subscriptions in ${place} ${inTense("are", tense)} ${index.pct_vs_us < 0 ? "cheaper" : "more expensive"} than in ${than} is not clear: a second method does not confirm it`;
  if (decideVerdict(index) === "unclear")
    return `Whether subscriptions in ${place} ${inTense("are", tense)} cheaper or more expensive than in ${than} is too close to call`;
  return `The typical subscription ${inTense("costs", tense)} ${formatLessOrMore(index.pct_vs_us)} in ${place} than in ${than}`;
}

/** `relatives`: subscriptions that both the country and the base sell. */
export function writeCountryDeck(
  { country: code, index, n_products: products }: Country,
  { relatives }: Pick<Compared, "relatives">,
  base = "US",
): string {
  const has = countNoun(products, "subscription has", "subscriptions have");
  const tax = code === "US" ? " US prices leave sales tax out." : "";
  if (!index) return `${capitalize(has)} a price here: too few for an index.`;
  if (code === base) return `${formatCount(products)} subscriptions have a price here.${tax}`;
  const { n_cheaper: cheaper, n_products: all } = relatives;
  const billed = index.usd_billed ? " Most prices are set in US dollars." : "";
  return `Of ${formatCount(all)} subscriptions sold in both countries, ${formatCount(cheaper)} cost less here (${formatShare(cheaper / all)}).${billed}${tax}`;
}

const MOST_NAMED = 3;

/** `Egypt and Nigeria are too close to call`: countries of the same side whose intervals overlap with that of this one. */
export function writeDoubt(country: Country, countries: readonly IndexedCountry[], base = "US"): string {
  const own = country.index && medianInterval(country.index);
  if (!own || country.country === base) return "";
  const others = countries.filter(({ country: code, index }) => {
    const interval = medianInterval(index);
    return code !== country.country && code !== base && interval && interval[0] <= own[1] && interval[1] >= own[0];
  });
  if (others.length > 0 && others.length <= MOST_NAMED) {
    const names = joinWords(others.map(({ country: code }) => countryInSentence(code)));
    return `${capitalize(names)} ${others.length === 1 ? "is" : "are"} too close to it to call.`;
  }
  const rank = country.index?.rank ?? 1;
  const place = rank === 1 ? "Cheapest" : `${ordinal(rank)} cheapest`;
  const tie = others.length > 0 ? "; close ranks may be ties" : "";
  return `${place} of ${formatCount(countries.length)}${tie}.`;
}

/** `Here we have prices of Netflix only`. */
export function writeThin({ country }: Pick<Country, "country">, names: readonly string[]): readonly [string, string] {
  const what = names.length <= MOST_NAMED ? joinWords(names) : countNoun(names.length, "subscription", "subscriptions");
  return [`Here we have prices of ${what} only`, `, too few to say how expensive ${countryInSentence(country)} is.`];
}

/** `Spotify, Disney+ and 143 more`: those of other countries that have no price here, well-known ones first. */
export function writeMissing(names: readonly string[], count: number): string {
  const named = names.slice(0, 9);
  const rest = count - named.length;
  return rest > 0 ? `${named.join(", ")} and ${formatCount(rest)} more` : joinWords(named);
}

export function writeSecondMethod({ model }: Pick<CountryIndex, "model">): string {
  if (model === null) return "The second method, from all prices, has too few of them here.";
  const [pct, low, high] = [model.value, model.low, model.high].map((level) => formatPct(level - 100));
  const level = `The second method, from all prices, says ${pct} (95% interval ${low} to ${high})`;
  const { rank_low: first, rank_high: last } = model;
  if (first === null || last === null) return `${level}.`;
  return `${level}; ${first === last ? `it leaves rank ${first} open` : `it leaves ranks ${first} to ${last} open`}.`;
}

/** Median over subscriptions of every indexed country. */
export const writeCommonBasket = ({ common_basket: common }: Pick<CountryIndex, "common_basket">): string =>
  common === null
    ? ""
    : `Over the ${formatCount(common.n_products)} subscriptions of every country with an index the median is ${formatPct(common.pct_vs_us)}.`;

export function writeWithoutDoubt({
  without_doubt: certain,
  n_products: all,
}: Pick<CountryIndex, "without_doubt" | "n_products">): string {
  const left = all - (certain?.n_products ?? 0);
  if (certain === null) return "Fewer than 30 of its subscriptions have prices without a doubt of their publisher.";
  if (left === 0) return "None of these prices carries a doubt of its publisher.";
  const range =
    certain.median_low === null || certain.median_high === null
      ? ""
      : ` (95% interval ${formatPct(certain.median_low)} to ${formatPct(certain.median_high)})`;
  return `The price of ${formatCount(left)} of these ${formatCount(all)} subscriptions, here or in the US, carries a doubt of its publisher; without them the median is ${formatPct(certain.pct_vs_us)}${range}.`;
}

export const writeMedianChange = ({ change }: Pick<CountryIndex, "change">): string =>
  change === null
    ? ""
    : `Since dataset ${change.previous_version} the median has moved from ${formatPct(change.from_pct)} to ${formatPct(change.to_pct)}, over the same subscriptions.`;

/** `114 in US dollars and 3 in Argentine pesos`: most frequent first. */
export function writeCurrencies(currencies: CountryDetail["currencies"]): string {
  const [only] = currencies;
  if (currencies.length === 1 && only) return `All in ${currencyPlural(only.currency)}`;
  return joinWords(
    currencies.map(({ currency, n_prices }) => `${formatCount(n_prices)} in ${currencyPlural(currency)}`),
  );
}

/** Names no category, because none has an interval. */
export function writeCategoryFinding(medians: readonly { category: string; pct: number }[]): string {
  const lowest = medians[0];
  const highest = medians.at(-1);
  if (!lowest || !highest) return "";
  if (lowest === highest)
    return `The median of ${categoryInSentence(lowest.category)} is ${formatLessOrMore(lowest.pct)}`;
  const [from, to] = [lowest, highest].map(({ pct }) => formatLessOrMore(pct));
  return from === to ? `The medians of all categories are ${from}` : `Medians of categories run from ${from} to ${to}`;
}

export const categoryInSentence = (category: string): string =>
  categoryName(category).toLowerCase().replace(/^ai /, "AI ");

type NamedDifference = {
  name: string;
  pct: number | null;
  price: Pick<Price, "usual_ratio">;
};

/**
 * `SoundCloud, Elevate and Viki cost 94% to 95% less`: the first of `lowest`, whose prices are known for certain, that
 * are not far below the rest.
 */
export function writeLowestFinding(
  code: string,
  lowest: readonly NamedDifference[],
  { base = "US", isTaxFree = false }: { base?: string; isTaxFree?: boolean } = {},
): string {
  const cheaper = lowest.flatMap(({ name, pct, price }) => (pct === null || pct > -1 ? [] : [{ name, pct, price }]));
  const named = cheaper.filter(({ price }) => findDistance(price.usual_ratio) !== "below").slice(0, MOST_NAMED);
  const first = named[0];
  const last = named.at(-1);
  if (!first || !last)
    return cheaper.length > 0
      ? `The lowest prices in ${countryInSentence(code)} are far below the rest`
      : `Every price, and what it is in ${baseName(base)}`;
  const most = formatShare(-first.pct / 100);
  const least = formatShare(-last.pct / 100);
  const cost = named.length === 1 ? "costs" : "cost";
  const before = isTaxFree ? "" : writeBeforeTax(code, base);
  const than = isTaxFree ? baseName(base) : nameBase(base, [code]);
  return `${joinWords(named.map(({ name }) => name))} ${cost} ${most === least ? most : `${least} to ${most}`} less${before} than in ${than}`;
}
