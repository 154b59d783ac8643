import { SiblingNav } from "@/components/ui/sibling-nav";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import type { Plan } from "@/lib/catalogue/products/against-us-data";
import { formatDay } from "@/lib/text/format";
import { countNoun } from "@/lib/text/words";

export type PlansProps = { vendor: string; plans: readonly Plan[]; slug: string; money: Money };

/** Other products of the vendor, if any. */
export function Plans({ vendor, plans, slug, money }: PlansProps) {
  if (plans.length < 2) return null;
  const hasSameName = new Set(plans.map(({ plan }) => plan)).size < plans.length;
  return (
    <SiblingNav
      label={`Plans of ${vendor}`}
      siblings={plans.map(({ slug: href, name, plan, countries, cheapest, most_expensive, ended_on }) => ({
        name: hasSameName ? name : plan,
        href: `/services/${href}`,
        fact:
          ended_on === null
            ? `${cheapest?.usd_monthly == null ? "" : money.price(cheapest)} to ${most_expensive?.usd_monthly == null ? "" : money.price(most_expensive)}`
            : "no longer listed",
        note: ended_on === null ? countNoun(countries, "country", "countries") : `since ${formatDay(ended_on)}`,
        isCurrent: href === slug,
      }))}
    />
  );
}
