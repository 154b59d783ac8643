import type { Period, Platform } from "@/lib/contract/codes";

/** Platforms and periods as readers know them. */
export const PLATFORM_NAMES: Readonly<Record<Platform, string>> = {
  android: "Google Play",
  any: "Any platform",
  ios: "App Store",
  web: "Web",
};
export const PERIOD_NAMES: Readonly<Record<Period, string>> = {
  monthly: "monthly",
  quarterly: "quarterly",
  semiannual: "half-yearly",
  weekly: "weekly",
  yearly: "yearly",
};
