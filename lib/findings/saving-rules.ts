import type { Money } from "@/lib/catalogue/fx/money-rules";
import { isPeriodOpen, leadingOf } from "@/lib/catalogue/prices/evidence-rules";
import { byPrice, isCompared } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { platformName } from "@/lib/catalogue/prices/words";
import type { Platform } from "@/lib/contract/codes";
import { countryInSentence } from "@/lib/text/format";
import type { Tense } from "./tense-rules";

/** Smaller differences in US dollars a month count as none. */
const NO_DIFFERENCE_USD = 0.005;

const ACCESS: Readonly<Record<Tense, string>> = {
  present: "You may need a local card or address.",
  past: "It may have taken a local card or address.",
};

type Compared = Price & { usd_monthly: number };

/** `in the App Store`, `on the web`. */
const atStore = (platform: Platform): string =>
  platform === "any" ? "on any platform" : platform === "web" ? "on the web" : `in the ${platformName(platform)}`;

/**
 * Price there that `own` is compared with: of the same store and period, else of the same store, else the lowest; none whose
 * period is open, and none that is outdated where there is another.
 */
function chooseLike(own: Price, there: readonly Price[]): Compared | null {
  const compared = leadingOf(there.filter(isCompared).filter((price) => !isPeriodOpen(price))).toSorted(byPrice);
  const inStore = compared.filter(({ platform }) => platform === own.platform);
  return inStore.find(({ period }) => period === own.period) ?? inStore[0] ?? compared[0] ?? null;
}

/** Only prices of the same store, if there are any. */
function listLikes(own: Price, prices: readonly Price[]): Compared[] {
  const others = new Map<string, Price[]>();
  for (const price of prices)
    if (price.country !== own.country) others.set(price.country, [...(others.get(price.country) ?? []), price]);
  const likes = [...others.values()].flatMap((there) => chooseLike(own, there) ?? []);
  const inStore = likes.filter(({ platform }) => platform === own.platform);
  return (inStore.length > 0 ? inStore : likes).sort(byPrice);
}

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
 * Saving of the lowest price elsewhere against the reader's lowest price, in the same store if possible. `prices`: all of
 * the product. Null where nothing costs less.
 */
export function findSaving(
  own: Price,
  prices: readonly Price[],
  money: Money,
  toTense: (prices: readonly Price[]) => Tense = () => "present",
): LowestSaving | null {
  const [like] = listLikes(own, prices);
  if (!like || !isCompared(own) || isPeriodOpen(own)) return null;
  const usdMonthly = own.usd_monthly - like.usd_monthly;
  if (usdMonthly < NO_DIFFERENCE_USD) return null;
  const where = `${countryInSentence(like.country)}${writeBothStores(like, own, prices)}`;
  const note = `${money.price(usdMonthly)} a month, in ${where}. ${ACCESS[toTense([own, like])]}`;
  return { country: like.country, usdMonthly, usdYearly: 12 * usdMonthly, note };
}
