import { COVERAGE_WORDS } from "@/lib/catalogue/coverage/rules";
import type { OwnedSubscription } from "@/lib/catalogue/mine/schema";
import { formatDay } from "@/lib/text/format";

/** How sure the amount of a subscription is, or why there is none. */
export function writeStanding({ standing, subscription, listed, choices }: OwnedSubscription): string {
  if (standing === "paid") return "as you pay it";
  if (standing === "certain" || standing === "uncertain") return standing;
  if (standing === "last_seen") return `last seen ${listed === null ? "long ago" : formatDay(listed.verified_on)}`;
  if (standing === "no_rate") return "no exchange rate";
  const isOtherBilling = subscription.period !== undefined && choices.length > 0;
  return isOtherBilling ? "not listed so: choose another plan" : COVERAGE_WORDS[standing];
}
