import { COVERAGE_WORDS } from "@/lib/catalogue/coverage/rules";
import type { OwnedSubscription } from "@/lib/catalogue/mine/schema";
import { formatDay } from "@/lib/text/format";

/**
 * Says how far the amount of a subscription may be believed, or why it has none, for the column beside it: so nobody takes an
 * old price for what is charged today.
 */
export function writeStanding(
  { standing, subscription, countsWith, listed, choices }: OwnedSubscription,
  isAged: boolean,
): string {
  if (standing === "same_plan") return `counts with ${countsWith ?? "another"}`;
  if (standing === "paid") return "as you pay it";
  if (standing === "last_seen" || listed?.outdated === true)
    return `last seen ${listed === null ? "long ago" : formatDay(listed.verified_on)}`;
  if (standing === "certain" || standing === "uncertain")
    return isAged && listed !== null ? `${standing} on ${formatDay(listed.verified_on)}` : standing;
  if (standing === "no_rate") return "no exchange rate";
  const isOtherBilling = subscription.period !== undefined && choices.length > 0;
  return isOtherBilling ? "not listed so: choose another plan" : COVERAGE_WORDS[standing];
}
