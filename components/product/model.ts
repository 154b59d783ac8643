import { toCompareHref } from "@/components/compare/compare-href";
import type { FigureContext } from "@/components/site/figure-data";
import type { CoverageCell } from "@/lib/catalogue/coverage/schema";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { cheapestOf, dearestOf } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import type { ProductQuery } from "@/lib/catalogue/products/page-schema";
import type { ProductDetail } from "@/lib/catalogue/products/schema";
import { toLensParams } from "@/lib/catalogue/tax/lens/rules";
import type { Lens } from "@/lib/catalogue/tax/lens/schema";
import type { UsedSource } from "@/lib/dataset/rules";
import type { PublicReport } from "@/lib/desk/reports/schema";
import type { ProductBase } from "@/lib/findings/product-rules";
import type { Told } from "@/lib/findings/told-rules";
import { toHref } from "@/lib/pages/query";

export type ProductPage = {
  product: ProductDetail;
  label: string;
  /** One price per country in US dollars, cheapest first. */
  lowest: readonly Price[];
  /** Those of them that figures, maps and pictures are made of. */
  ranked: readonly Price[];
  /** Of the reader's country, else of the US; null without a price there. */
  base: ProductBase | null;
  /** From the address, else remembered, else guessed, else the US; null where it has no price. */
  home: string | null;
  /** The reader's country where it has no price, and why. */
  unpriced: Pick<CoverageCell, "country" | "status"> | null;
  /** `home` is the reader's: not one that only the address names, as a search does. */
  isOwn: boolean;
  /** The country is neither in the address nor remembered. */
  isGuessed: boolean;
  query: ProductQuery;
  lens: Lens;
  told: Told;
  /** Too few places have a figure without tax, or a share of income, for a finding. */
  isThin: boolean;
  money: Money;
  today: string;
  context: FigureContext;
  sources: readonly UsedSource[];
  reports: ReadonlyMap<string, PublicReport>;
};

/**
 * Baseline first (the reader's country, else the US, else the dearest), cheapest last. `lowest`: one price per
 * country, cheapest first.
 */
export function chooseCompared(lowest: readonly Price[], home: string | null): string[] {
  const priced = new Set(lowest.map(({ country }) => country));
  const codes = [home, "US", dearestOf(lowest)?.country, cheapestOf(lowest)?.country];
  return [...new Set(codes)].flatMap((code) => (code != null && priced.has(code) ? [code] : []));
}

export const toCountryHref = ({ lens, query }: Pick<ProductPage, "lens" | "query">, code: string): string =>
  toHref(`/countries/${code}`, { ...toLensParams(lens), date: query.date });

export const toComparisonHref = ({ product, lens, query }: ProductPage, countries: string[]): string =>
  toCompareHref(
    { products: [product.product], countries, lens, ...(query.date !== undefined && { date: query.date }) },
    query.currency,
  );

/** `$5.92`: a price whose amount in US dollars is known. */
export const priceOf = (price: Price, money: Money): string =>
  price.usd_monthly === null ? "no rate" : money.price(price);
