import { hasUnrated } from "@/lib/catalogue/compare/rules";
import { listCounted } from "@/lib/catalogue/compare/same-plan-rules";
import type { Comparison } from "@/lib/catalogue/compare/schema";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { countryInSentence } from "@/lib/text/format";
import { allOf, capitalize, countWord, joinWords } from "@/lib/text/words";
import { placesNoun } from "./places-rules";
import { writeBeforeTax } from "./tax-line-rules";
import { inTense, type Tense } from "./tense-rules";

type Label = (slug: string) => string;

const MAX_NAMED = 4;

/** `Netflix Standard and Spotify`, or `Seven subscriptions`. */
function nameProducts({ products }: Pick<Comparison, "products">, label: Label): string {
  return products.length <= MAX_NAMED
    ? joinWords(products.map(({ product: slug }) => label(slug)))
    : `${capitalize(countWord(products.length))} subscriptions`;
}

/** `Netflix and Spotify in the United States, Türkiye and 3 more countries`. */
export function writeCompareTitle(comparison: Pick<Comparison, "products" | "countries">, label: Label): string {
  const { countries } = comparison;
  const where =
    countries.length <= MAX_NAMED
      ? joinWords(countries.map(({ country: code }) => countryInSentence(code)))
      : `${countWord(countries.length)} ${placesNoun(countries.map(({ country: code }) => code))}`;
  return `${nameProducts(comparison, label)} in ${where}`;
}

const hasUnranked = (comparison: Comparison) =>
  listCounted(comparison).some(({ cells }) => cells.some((cell) => cell !== null && cell.ranked !== true));

export function writeHeadline(comparison: Comparison, label: Label, money: Money, tense: Tense = "present"): string {
  const { baseline, best_single_country: best } = comparison.savings;
  if (baseline === null || best === null) return writeCompareTitle(comparison, label);
  const counted = listCounted(comparison);
  const what =
    counted.length === 1 ? label(counted[0]?.product ?? "") : `${capitalize(countWord(counted.length))} subscriptions`;
  const verb = inTense(counted.length === 1 ? "costs" : "cost", tense);
  const placeOf = (country: string, others: readonly string[]) =>
    `${countryInSentence(country)}${comparison.tax === "excluded" ? "" : (others.map((other) => writeBeforeTax(country, other)).find(Boolean) ?? "")}`;
  const compared = comparison.countries.map(({ country }) => country);
  const first = `${what} ${verb} ${money.price(baseline.usd_monthly)} a month in ${placeOf(baseline.country, compared)}`;
  return best.country === baseline.country
    ? comparison.totals.length > 1 && comparison.totals.every(({ complete }) => complete) && !hasUnranked(comparison)
      ? `${first}, and nowhere listed less`
      : first
    : `${first}, ${money.price(best.usd_monthly)} in ${placeOf(best.country, compared)}`;
}

export function writeFinding(comparison: Comparison, label: Label, tense: Tense = "present"): string {
  const { countries, totals, savings } = comparison;
  const counted = listCounted(comparison);
  if (countries.length === 1) return writeCompareTitle(comparison, label);
  const isRanked = (at: number) => counted.every(({ cells }) => cells[at]?.ranked === true);
  const ranked = totals.filter(({ complete }, at) => complete && isRanked(at)).length;
  const price = hasUnrated(comparison)
    ? "a price that has an exchange rate"
    : hasUnranked(comparison)
      ? "a price that is ranked"
      : "a price";
  if (savings.best_single_country === null) return `No listed country has ${price} for all of these`;
  const best = savings.best_single_country.country;
  const isBefore =
    comparison.tax !== "excluded" && comparison.countries.some(({ country }) => writeBeforeTax(best, country) !== "");
  const where = `${capitalize(countryInSentence(best))}${isBefore ? ", before sales tax," : ""}`;
  const what = counted.length === 1 ? label(counted[0]?.product ?? "") : allOf(counted.length);
  const is = inTense("is", tense);
  if (ranked === 1) return `${where} ${is} the only listed country with ${price} for ${what}`;
  return ranked === totals.length
    ? `${where} ${is} the cheapest of ${countWord(ranked)} ${placesNoun(comparison.countries.map(({ country: code }) => code))} for ${what}`
    : `${where} ${is} the cheapest country with ${price} for ${what}`;
}
