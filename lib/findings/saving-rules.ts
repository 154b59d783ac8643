import type { Money } from "@/lib/catalogue/fx/money-rules";
import { isPeriodOpen, leadingOf } from "@/lib/catalogue/prices/evidence-rules";
import { byPrice, isCompared } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { platformName } from "@/lib/catalogue/prices/words";
import type { Platform } from "@/lib/contract/codes";
import { countryInSentence } from "@/lib/text/format";
import { countWord } from "@/lib/text/words";
import { inTense, type Tense } from "./tense-rules";

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

/**
 * Yearly saving against the reader's lowest price, in the same store if possible. `prices`: all of the product. Null
 * without another country.
 */
export function writeSavingHeading(
  own: Price,
  prices: readonly Price[],
  money: Money,
  toTense: (prices: readonly Price[]) => Tense = () => "present",
): string | null {
  const likes = listLikes(own, prices);
  const [like] = likes;
  if (!like || !isCompared(own) || isPeriodOpen(own)) return null;
  const tense = toTense([own, like]);
  const saved = own.usd_monthly - like.usd_monthly;
  const place = countryInSentence(own.country);
  if (saved < NO_DIFFERENCE_USD) {
    const where = hasStores(prices) && like.platform === own.platform ? ` ${atStore(own.platform)}` : "";
    const does = inTense("does", tense);
    return likes.length === 1
      ? `In ${countryInSentence(like.country)} it ${does} not cost less${where} than in ${place}`
      : `In none of ${countWord(likes.length)} other places with a price ${does} it cost less${where} than in ${place}`;
  }
  const there = countryInSentence(like.country);
  return `In ${there} it ${inTense("costs", tense)} ${money.price(12 * saved)} a year less than in ${place}${writeBothStores(like, own, prices)}. ${ACCESS[tense]}`;
}

export function writeSaving(country: string, own: Price, prices: readonly Price[], money: Money): string | null {
  if (country === own.country) return "The price that the others are compared with.";
  const like = chooseLike(
    own,
    prices.filter((price) => price.country === country),
  );
  if (like === null || !isCompared(own) || isPeriodOpen(own)) return null;
  const difference = like.usd_monthly - own.usd_monthly;
  const place = countryInSentence(own.country);
  const stores = writeBothStores(like, own, prices);
  if (Math.abs(difference) < NO_DIFFERENCE_USD) return `The same as in ${place}${stores}.`;
  const [month, year] = [Math.abs(difference), 12 * Math.abs(difference)].map(money.price);
  return `${month} a month ${difference < 0 ? "less" : "more"} than in ${place}, ${year} a year${stores}.`;
}
