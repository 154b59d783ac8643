import { type DayChoiceProps, DayForm } from "@/components/site/day-choice";
import { LENS_NAMES } from "@/components/site/lens-nav";
import { Pop, PopChoices } from "@/components/ui/pop";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import type { Plan } from "@/lib/catalogue/products/against-us/schema";
import { toProductParams } from "@/lib/catalogue/products/page-schema";
import { productLabel } from "@/lib/catalogue/products/rules";
import { toLensParams } from "@/lib/catalogue/tax/lens/rules";
import { LENSES, type Lens } from "@/lib/catalogue/tax/lens/schema";
import { toHref } from "@/lib/pages/query";
import { formatDay } from "@/lib/text/format";
import { countNoun } from "@/lib/text/words";
import type { ProductPage } from "./model";

const LENS_NOTES: Readonly<Record<Lens, string>> = {
  shown: "tax as each country shows it",
  excluded: "VAT and GST taken out",
  income: "of a month’s average income there",
};

export type ProductControlsProps = {
  page: ProductPage;
  plans: readonly Plan[];
  service: string;
  shownMoney: Money;
  /** Null where there is no other day to choose. */
  day: DayChoiceProps | null;
};

/** One line: plan, what prices include, another date. */
export function ProductControls({ page, plans, service, shownMoney, day }: ProductControlsProps) {
  const { product, lens, query } = page;
  const path = `/services/${product.product}`;
  const hrefOf = (other: Lens) =>
    toHref(path, toProductParams({ ...query, tax: undefined, share: undefined, ...toLensParams(other) }));
  const nameOf = (named: Pick<Plan, "name" | "plan">) => {
    const label = productLabel(named);
    return label.startsWith(`${service} `) ? label.slice(service.length + 1) : label;
  };
  return (
    <section className="control-line" aria-label="What is shown">
      {plans.length > 1 && (
        <Pop label="Plan" value={nameOf(product)} title={`Plans of ${service}`} group="product">
          <PopChoices
            choices={plans.map((plan) => ({
              key: plan.slug,
              href: toHref(`/services/${plan.slug}`, { date: query.date, ...toLensParams(lens) }),
              name: nameOf(plan),
              // Amounts and counts are the latest, so the page of another day has none.
              ...(query.date === undefined && { note: describePlan(plan, shownMoney) }),
              isCurrent: plan.slug === product.product,
            }))}
          />
        </Pop>
      )}
      {product.prices.length > 0 && (
        <Pop label="Prices" value={LENS_NAMES[lens]} title="Prices" group="product">
          <PopChoices
            choices={LENSES.map((other) => ({
              key: other,
              href: hrefOf(other),
              name: LENS_NAMES[other],
              note: LENS_NOTES[other],
              isCurrent: other === lens,
            }))}
          />
        </Pop>
      )}
      {day !== null && (
        <Pop
          label="Date"
          value={query.date === undefined ? writeLatest(page) : formatDay(query.date)}
          title="Prices on another date"
          group="product"
        >
          <DayForm {...day} />
          <p className="pop-note">A day without a reading shows the last price read before it.</p>
        </Pop>
      )}
    </section>
  );
}

/** `29 Sep 2026 (latest)`. */
const writeLatest = ({ product }: ProductPage): string =>
  product.verified_on === null ? "latest" : `${formatDay(product.verified_on)} (latest)`;

function describePlan({ countries, cheapest, ended_on }: Plan, money: Money): string {
  if (ended_on !== null) return `ended, since ${formatDay(ended_on)}`;
  const from = (price: Price | null) => (price?.usd_monthly == null ? "" : `, from ${money.price(price)}`);
  return `${countNoun(countries, "country", "countries")}${from(cheapest)}`;
}
