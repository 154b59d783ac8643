import { isPlanStated } from "@/lib/catalogue/products/rules";
import { joinWords } from "@/lib/text/words";

/** Which plan the prices are of, and that others were not collected. `others`: plans of the service that were. */
export function writePlanScope(plan: string, service: string, others: readonly string[]): string {
  const are = others.length === 1 ? "is" : "are";
  if (!isPlanStated(plan))
    return others.length === 0
      ? `These are prices of ${service}; of which plan is not stated, and others are not collected.`
      : `These are prices of ${service}, of which plan is not stated; ${joinWords(others)} ${are} collected too.`;
  const of = plan.toLowerCase() === service.toLowerCase() ? service : `${service}’s plan ${plan}`;
  return others.length === 0
    ? `These are prices of ${of}; other plans and offers are not collected.`
    : `These are prices of ${of}; of the others ${joinWords(others)} ${are} collected, no more.`;
}
