import type { FigureContext } from "@/components/site/figure-data";
import type { UsedSource } from "@/lib/dataset/rules";
import type { Money } from "@/lib/fx/money";
import type { Price } from "@/lib/prices/schema";
import type { ProductDetail } from "@/lib/products/schema";
import type { ProductQuery } from "./query";

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

/** `$5.92`, of a price whose amount in US dollars is known. */
export const priceOf = ({ usd_monthly }: Price, money: Money): string =>
  usd_monthly === null ? "no rate" : money.price(usd_monthly);
