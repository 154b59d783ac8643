import type { CountryQuery } from "@/lib/catalogue/countries/page-schema";
import { fold } from "@/lib/catalogue/search/fold-rules";
import type { Period, Platform } from "@/lib/contract/codes";

export type ComparedPrice = {
  product: string;
  label: string;
  category: string;
  inBasket: boolean;
  platform: Platform;
  period: Period;
  currency: string;
  source: string;
  verifiedOn: string;
  /** Outdated here or in the base, where its product has newer prices: in no index. */
  isLeftOut: boolean;
  /** Ranked here and in the base, of a product whose ranking is certain. */
  isCertain: boolean;
  /** US dollars a month here and in the US, same platform and period; null where not comparable. */
  usd: number | null;
  us: number | null;
  pct: number | null;
};

const { compare: compareLabels } = new Intl.Collator("en");
export const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
export const byLabel = (a: ComparedPrice, b: ComparedPrice) => compareLabels(a.label, b.label);

const byPlace = (a: ComparedPrice, b: ComparedPrice) =>
  byLabel(a, b) || byText(a.period, b.period) || byText(a.product, b.product) || byText(a.platform, b.platform);

type Sort = Pick<CountryQuery, "q" | "category" | "platform" | "period" | "sort" | "order">;

/** Unknown values come last in either order; ties by product name and period. */
export function arrangePrices<P extends ComparedPrice>(
  prices: readonly P[],
  { q, category, platform, period, sort, order }: Sort,
): P[] {
  const direction = order === "ascending" ? 1 : -1;
  const byNumber = (of: (price: P) => number | null) => (a: P, b: P) => {
    const left = of(a);
    const right = of(b);
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return direction * (left - right);
  };
  const orders: Record<Sort["sort"], (a: P, b: P) => number> = {
    product: (a, b) => direction * byLabel(a, b),
    category: (a, b) => direction * byText(a.category, b.category),
    usd: byNumber(({ usd }) => usd),
    us: byNumber(({ us }) => us),
    vs: byNumber(({ pct }) => pct),
    verified: (a, b) => direction * byText(a.verifiedOn, b.verifiedOn),
  };
  return prices
    .filter(
      (price) =>
        (!q || fold(price.label).includes(fold(q))) &&
        (!category || price.category === category) &&
        (!platform || price.platform === platform) &&
        (!period || price.period === period),
    )
    .sort((a, b) => orders[sort](a, b) || byPlace(a, b));
}
