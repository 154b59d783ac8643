import type { Period, Platform } from "@/lib/contract/codes";
import { formatDay, formatMoney } from "@/lib/text/format";
import { capitalize } from "@/lib/text/words";

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

const PERIOD_UNITS: Readonly<Record<Period, string>> = {
  weekly: "a week",
  monthly: "a month",
  quarterly: "every 3\u00a0months",
  semiannual: "every 6\u00a0months",
  yearly: "a year",
};

/** An amount as a vendor published it. */
export type Billed = { amount: number; currency: string; period: Period };

/**
 * `EUR 13.99`, `DKK 179 a week`, `TRY 3,399 a year`: a published amount, with what one payment covers where that is not
 * a month. Every local amount on the site is written here.
 */
export const formatBilled = ({ amount, currency, period }: Billed): string =>
  period === "monthly"
    ? formatMoney(amount, currency)
    : `${formatMoney(amount, currency)} ${PERIOD_UNITS[period].replace(" ", "\u00a0")}`;

/** `rate of 3 Mar 2026`: beside US dollars that are not at a rate of the dataset's rate day. */
export const formatStaleRate = (day: string): string => `rate of ${formatDay(day)}`;

/** `App Store`, `web`: where a price applies. */
export const platformName = (platform: Platform): string => PLATFORM_NAMES[platform];

/** `monthly`, `every three months`: what one payment covers. */
export const periodName = (period: Period): string => PERIOD_NAMES[period];

/** `App Store, monthly`: how a price is billed, at the start of a line. */
export const billingName = ({ platform, period }: { platform: Platform; period: Period }): string =>
  `${capitalize(platformName(platform))}, ${periodName(period)}`;

const toChoices = <T extends string>(names: Readonly<Record<T, string>>) =>
  Object.entries<string>(names).map(([value, name]) => ({ value, label: capitalize(name) }));

/** All platforms and all periods, to choose from. */
export const PLATFORM_CHOICES = toChoices(PLATFORM_NAMES);
export const PERIOD_CHOICES = toChoices(PERIOD_NAMES);
