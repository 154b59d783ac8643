import Big from "big.js";
import { type FilteredProduct, searchProducts } from "@/lib/catalogue/filters/rules";
import type { BrowseQuery } from "./browse-schema";
import { KNOWN_SERVICES } from "./known-rules";
import type { OfferFigures } from "./sql";

export type Offer = FilteredProduct & Omit<OfferFigures, "product">;

export function chooseOffers(
  products: readonly FilteredProduct[],
  figures: readonly OfferFigures[],
  { q, category }: Pick<BrowseQuery, "q" | "category">,
): Offer[] {
  const named = q === undefined || q.trim() === "" ? null : searchProducts(products, q);
  const known = new Map(figures.map(({ product, ...of }) => [product, of]));
  return products.flatMap((product) => {
    const of = known.get(product.slug);
    if (of === undefined || (category !== undefined && product.category !== category)) return [];
    return named === null || named.has(product) ? [{ ...product, ...of }] : [];
  });
}

/** Highest divided by lowest price. */
export const divide = ({ low, high }: Pick<Offer, "low" | "high">): Big | null =>
  low === null || high === null || low === 0 ? null : Big(high).div(low);

const known: readonly string[] = KNOWN_SERVICES;
const placeOf = ({ slug }: Offer) => (known.includes(slug) ? known.indexOf(slug) : known.length);
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byName = (a: Offer, b: Offer) => byText(a.name.toLowerCase(), b.name.toLowerCase());
const byPlan = (a: Offer, b: Offer) => byName(a, b) || byText(a.plan, b.plan);

type Compare = (a: Offer, b: Offer) => number;

const byFigure = <T>(of: (offer: Offer) => T | null, compare: (a: T, b: T) => number): Compare => {
  return (a, b) => {
    const [left, right] = [of(a), of(b)];
    return left === null || right === null ? Number(left === null) - Number(right === null) : compare(left, right);
  };
};

const ORDERS: Record<Exclude<BrowseQuery["sort"], "spread">, Compare> = {
  known: (a, b) => placeOf(a) - placeOf(b) || b.countries - a.countries || byPlan(a, b),
  name: byPlan,
  cheapest: byFigure(
    ({ low }) => low,
    (a, b) => a - b,
  ),
  changed: (a, b) => byText(b.changed_on ?? "", a.changed_on ?? "") || byName(a, b),
};

/** Ties by slug; offers without the value come last. */
export function sortOffers(offers: readonly Offer[], sort: BrowseQuery["sort"]): Offer[] {
  const order = sort === "spread" ? bySpread(offers) : ORDERS[sort];
  return offers.toSorted((a, b) => order(a, b) || byText(a.slug, b.slug));
}

function bySpread(offers: readonly Offer[]): Compare {
  const ratios = new Map(offers.map((offer) => [offer, divide(offer)]));
  return byFigure(
    (offer) => ratios.get(offer) ?? null,
    (a, b) => b.cmp(a),
  );
}
