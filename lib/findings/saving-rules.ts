import type { Money } from "@/lib/catalogue/fx/money-rules";
import { countryInSentence } from "@/lib/text/format";
import { inTense, type Tense } from "./tense-rules";

/** Country with its price in US dollars a month. */
export type MonthlyPrice = { country: string; usd_monthly: number | null };

/** Differences up to this many US dollars a month are none. */
const NO_DIFFERENCE_USD = 0.005;

/** Difference of a month here from a month there, in US dollars; null where one of them is not known. */
const differenceUsd = (here: MonthlyPrice, there: MonthlyPrice): number | null =>
  here.usd_monthly === null || there.usd_monthly === null ? null : here.usd_monthly - there.usd_monthly;

/** Heading above the prices: what the cheapest country saves in a year against the reader's. */
export function writeSavingHeading(
  home: MonthlyPrice,
  cheapest: MonthlyPrice,
  money: Money,
  tense: Tense = "present",
): string | null {
  const saved = differenceUsd(home, cheapest);
  if (saved === null) return null;
  const place = countryInSentence(home.country);
  if (saved < NO_DIFFERENCE_USD) return `Nowhere ${inTense("does", tense)} it cost less than in ${place}`;
  return `What you could ${tense === "past" ? "have saved" : "save"}: in ${countryInSentence(cheapest.country)}, ${money.price(12 * saved)} a year less than in ${place}`;
}

/** `$13.01 a month less than in Germany, $156.08 a year`: a price against the reader's country. */
export function writeSaving(price: MonthlyPrice, home: MonthlyPrice, money: Money): string | null {
  if (price.country === home.country) return "The price that the others are compared with.";
  const difference = differenceUsd(price, home);
  if (difference === null) return null;
  const place = countryInSentence(home.country);
  if (Math.abs(difference) < NO_DIFFERENCE_USD) return `The same as in ${place}.`;
  const [month, year] = [Math.abs(difference), 12 * Math.abs(difference)].map(money.price);
  return `${month} a month ${difference < 0 ? "less" : "more"} than in ${place}, ${year} a year.`;
}
