import type { Period, Platform } from "@/lib/contract/codes";

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
