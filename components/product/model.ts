import type { FigureContext } from "@/components/site/figure-data";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { dearestOf } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import type { ProductQuery } from "@/lib/catalogue/products/page-schema";
import type { ProductDetail } from "@/lib/catalogue/products/schema";
import type { UsedSource } from "@/lib/dataset/rules";

/** What every part of a product page draws from. */
export type ProductPage = {
  product: ProductDetail;
  /** Product and plan as one name. */
  label: string;
  /** One price a country in US dollars, cheapest first. */
  lowest: readonly Price[];
  /** The lowest US price, in US dollars a month. */
  us: number | null;
  /** The reader's country: asked for, else guessed; null when unknown or without a price here. */
  home: string | null;
  query: ProductQuery;
  money: Money;
  today: string;
  context: FigureContext;
  sources: readonly UsedSource[];
};

/**
 * The countries that the way into the comparison names: the reader's first, against whose price savings are measured,
 * else the US, else the dearest; the cheapest comes last. `lowest`: one price a country, cheapest first.
 */
export function chooseCompared(lowest: readonly Price[], home: string | null): string[] {
  const priced = new Set(lowest.map(({ country }) => country));
  const codes = [home, "US", dearestOf(lowest)?.country, lowest[0]?.country];
  return [...new Set(codes)].flatMap((code) => (code != null && priced.has(code) ? [code] : []));
}

/** `$5.92`, of a price whose amount in US dollars is known. */
export const priceOf = ({ usd_monthly }: Price, money: Money): string =>
  usd_monthly === null ? "no rate" : money.price(usd_monthly);
