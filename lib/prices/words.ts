import type { Period, Platform } from "@/lib/contract/codes";
import { capitalize } from "@/lib/words";

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
