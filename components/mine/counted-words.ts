import { COVERAGE_WORDS } from "@/lib/catalogue/coverage/rules";
import type { OwnedSubscription } from "@/lib/catalogue/mine/schema";
import { formatDay } from "@/lib/text/format";

/**
 * Says how far the amount of a subscription may be believed, or why it has none, for the column beside it: so nobody takes an
 * old price for what is charged today.
 */
export function writeCountedAs(
  { countedAs, subscription, countsWith, listed, choices }: OwnedSubscription,
  isAged: boolean,
): string {
  if (countedAs === "same_plan") return `counts with ${countsWith ?? "another"}`;
  if (countedAs === "paid") return "as you pay it";
  if (countedAs === "last_seen" || listed?.outdated === true)
    return `last seen ${listed === null ? "long ago" : formatDay(listed.verified_on)}`;
  if (countedAs === "certain" || countedAs === "uncertain")
    return isAged && listed !== null ? `${countedAs} on ${formatDay(listed.verified_on)}` : countedAs;
  if (countedAs === "no_rate") return "no exchange rate";
  const isOtherBilling = subscription.period !== undefined && choices.length > 0;
  return isOtherBilling ? "not listed so: choose another plan" : COVERAGE_WORDS[countedAs];
}
