import type { Evidence } from "@/lib/catalogue/prices/evidence/rules";
import { type Distance, FAR_FACTOR, findDistance } from "@/lib/catalogue/prices/usual/rules";
import type { Period, Platform } from "@/lib/contract/codes";
import { formatDay, formatMoney } from "@/lib/text/format";
import { capitalize, countWord } from "@/lib/text/words";

export type MarkedPrice = { evidence?: Evidence | undefined; usual_ratio?: number | null | undefined };

const PLATFORM_NAMES: Readonly<Record<Platform, string>> = {
  android: "Google Play",
  any: "any platform",
  ios: "App Store",
  web: "web",
};

const PERIOD_NAMES: Readonly<Record<Period, string>> = {
  weekly: "weekly",
  monthly: "monthly",
  quarterly: "every three months",
  semiannual: "every six months",
  yearly: "yearly",
};

const EVIDENCE_WORDS: Readonly<Record<Evidence, string | null>> = {
  one_offer: null,
  highest_period_open: "may be for another period",
  highest_of_several: "one of several offers",
  period_inferred: "billing period not stated",
  plan_differs: "may be another plan",
  previous_price: "an older price",
  staff_read: "read by our staff",
  confirmed: "a second source agrees",
  contradicted: "another source says another amount",
};

/** Null where the source saw one offer. */
const evidenceWords = (evidence: Evidence | undefined): string | null =>
  evidence === undefined ? null : EVIDENCE_WORDS[evidence];

const DISTANCE_WORDS: Readonly<Record<Distance, string>> = {
  above: "far above the rest",
  below: "far below the rest",
};

const DISTANCE_SIZES: Readonly<Record<Distance, string>> = {
  above: `${countWord(FAR_FACTOR)} times`,
  below: "a third of",
};

export const explainDistance = (distance: Distance): string =>
  `${distance === "above" ? "At least" : "At most"} ${DISTANCE_SIZES[distance]} what its prices elsewhere and those of other subscriptions there suggest: it may be another plan or period.`;

/** `may be another plan`, `far below the rest`: what keeps a price from being plain. */
export function listMarks({ evidence, usual_ratio }: MarkedPrice): string[] {
  const distance = findDistance(usual_ratio);
  return [evidenceWords(evidence), distance && DISTANCE_WORDS[distance]].filter((words) => words !== null);
}

const PERIOD_UNITS: Readonly<Record<Period, string>> = {
  weekly: "a week",
  monthly: "a month",
  quarterly: "every 3\u00a0months",
  semiannual: "every 6\u00a0months",
  yearly: "a year",
};

export type Billed = { amount: number; currency: string; period: Period };

/**
 * `EUR 13.99`, `DKK 179 a week`: adds the period unless it is a month. Every local amount on the site is written by
 * this function.
 */
export const formatBilled = ({ amount, currency, period }: Billed): string =>
  period === "monthly"
    ? formatMoney(amount, currency)
    : `${formatMoney(amount, currency)} ${PERIOD_UNITS[period].replace(" ", "\u00a0")}`;

type Rated = { currency: string; verified_on: string; fx_date: string | null; fx_stale: boolean };

/** `rate of 3 Mar 2026`: note on US dollars at a rate that is stale or older than the price; null on others. */
export const writeRateDay = ({ currency, verified_on, fx_date, fx_stale }: Rated): string | null =>
  fx_date !== null && currency !== "USD" && (fx_stale || fx_date < verified_on)
    ? `rate of ${formatDay(fx_date)}`
    : null;

/** `App Store`, `netflix.com`: the store of an amount that stands alone. */
export const storeName = (platform: Platform, website: string | null): string =>
  platform === "web" && website !== null ? hostOf(website) : capitalize(platformName(platform));

/** `netflix.com` of an address. */
export const hostOf = (website: string): string => new URL(website).hostname.replace(/^www\./, "");

export const platformName = (platform: Platform): string => PLATFORM_NAMES[platform];

/** `App Store price` where all prices are of one app store, else `price`. */
export function priceWord(prices: readonly { platform: Platform }[]): string {
  const [only, ...others] = new Set(prices.map(({ platform }) => platform));
  return others.length === 0 && (only === "ios" || only === "android") ? `${platformName(only)} price` : "price";
}

export const periodName = (period: Period): string => PERIOD_NAMES[period];

/** `a month`, `every 3 months`: what one payment covers. */
export const periodUnit = (period: Period): string => PERIOD_UNITS[period];

export const billingName = ({ platform, period }: { platform: Platform; period: Period }): string =>
  `${capitalize(platformName(platform))}, ${periodName(period)}`;
