import { SiblingNav } from "@/components/ui/sibling-nav";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import type { Plan } from "@/lib/catalogue/products/against-us-data";
import { productLabel } from "@/lib/catalogue/products/rules";
import { toLensParams } from "@/lib/catalogue/tax/lens-rules";
import type { Lens } from "@/lib/catalogue/tax/lens-schema";
import { toHref } from "@/lib/pages/query";
import { formatDay } from "@/lib/text/format";
import { countNoun } from "@/lib/text/words";
import type { ProductPage } from "./model";

export type PlansProps = { service: string; plans: readonly Plan[]; page: ProductPage; money: Money };

/** Amounts are today's, so the page of another day has none. */
export function Plans({ service, plans, page: { product, query, lens }, money }: PlansProps) {
  if (plans.length < 2) return null;
  const isOneProduct = new Set(plans.map(({ name }) => name)).size === 1;
  return (
    <SiblingNav
      label={`Plans of ${service}`}
      siblings={plans.map(({ slug: href, name, plan, ...own }) => ({
        name: isOneProduct ? plan : productLabel({ name, plan }),
        href: toHref(`/services/${href}`, { date: query.date, ...toLensParams(lens) }),
        ...(query.date === undefined && describe(own, money, lens)),
        isCurrent: href === product.product,
      }))}
    />
  );
}

function describe(
  { countries, cheapest, most_expensive, ended_on }: Omit<Plan, "slug" | "name" | "plan">,
  money: Money,
  lens: Lens,
) {
  if (ended_on !== null) return { fact: "no longer listed", note: `since ${formatDay(ended_on)}` };
  const amount = (price: Price | null) => (price?.usd_monthly == null ? "" : money.price(price));
  return {
    fact: `${amount(cheapest)} to ${amount(most_expensive)}`,
    note: `${countNoun(countries, "country", "countries")}${lens === "excluded" ? ", tax as shown" : ""}`,
  };
}
