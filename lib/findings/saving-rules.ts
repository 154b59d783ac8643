import type { Money } from "@/lib/catalogue/fx/money-rules";
import { byPrice, isCompared, isSavingTold, rankedOf } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { platformName } from "@/lib/catalogue/prices/words";
import type { Platform } from "@/lib/contract/codes";
import { countryInSentence } from "@/lib/text/format";
import { writeSavingTax } from "./tax-line-rules";
import type { Tense } from "./tense-rules";
import type { Told } from "./told-rules";

/** Smaller differences in US dollars a month count as none. */
export const NO_DIFFERENCE_USD = 0.005;

export const ACCESS: Readonly<Record<Tense, string>> = {
  present: "You may need a local card or address.",
  past: "It may have taken a local card or address.",
};

/** `in the App Store`, `on the web`. */
const atStore = (platform: Platform): string =>
  platform === "any" ? "on any platform" : platform === "web" ? "on the web" : `in the ${platformName(platform)}`;

/** ` (in the App Store there, on the web here)`: empty for one store. */
export const writeStores = (there: Price | null, here: Price | null): string =>
  there === null || here === null || there.platform === here.platform
    ? ""
    : ` (${atStore(there.platform)} there, ${atStore(here.platform)} here)`;

/** ` (both on the web)`; empty for a product of one store. */
const writeBothStores = (like: Price, own: Price, prices: readonly Price[]): string =>
  writeStores(like, own) || (hasStores(prices) ? ` (both ${atStore(own.platform)})` : "");

const hasStores = (prices: readonly Price[]) => new Set(prices.map(({ platform }) => platform)).size > 1;

export type LowestSaving = { country: string; usdMonthly: number; usdYearly: number; note: string };

/**
 * Compares the reader's price with one elsewhere: the saving a month, with ` before sales tax` where it is so. Null where
 * findSaving tells none.
 */
export function compareSaving(own: Price, like: Price, told: Told): { usdMonthly: number; tax: string } | null {
  if (told.isAged === true || !isSavingTold(told.ranking, own, like) || !isCompared(own) || !isCompared(like))
    return null;
  const usdMonthly = own.usd_monthly - like.usd_monthly;
  const tax = writeSavingTax([own.country, like.country], told.isTaxFree);
  return usdMonthly < NO_DIFFERENCE_USD ? null : { usdMonthly, tax };
}

/**
 * Saving of the cheapest price elsewhere against the reader's. `prices`: all of the product. Null where nothing costs less,
 * where one of both is not ranked, where the product is not certain, and where prices are aged.
 */
export function findSaving(
  own: Price,
  { prices, told }: { prices: readonly Price[]; told: Told },
  money: Money,
): LowestSaving | null {
  const like = rankedOf(prices)
    .filter(isCompared)
    .filter(({ country }) => country !== own.country)
    .sort(byPrice)[0];
  const saving = like === undefined ? null : compareSaving(own, like, told);
  if (like === undefined || saving === null) return null;
  const { usdMonthly, tax } = saving;
  const where = `${countryInSentence(like.country)}${writeBothStores(like, own, prices)}`;
  const note = `${money.price(usdMonthly)} a month${tax}, in ${where}. ${ACCESS[told.tense ?? "present"]}`;
  return { country: like.country, usdMonthly, usdYearly: 12 * usdMonthly, note };
}
