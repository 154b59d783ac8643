import Big from "big.js";
import type { z } from "zod";
import { toConvertedColumns } from "@/lib/catalogue/prices/converted-rules";
import { cheapestByCountry, dearestPrice, isListed } from "@/lib/catalogue/prices/rules";
import type { DayPrice } from "@/lib/catalogue/prices/schema";
import type { BrowsedProduct, OfferRow } from "./browse-schema";
import type { ListedProductRow, Product } from "./schema";

/** As the publish computes figures of current prices: median of each country's cheapest price, rounded half to even. */
export function summarizePrices(prices: readonly DayPrice[]) {
  const listed = prices.filter(isListed);
  const lowest = cheapestByCountry(listed);
  const usd = lowest.map(({ usd_monthly }) => Big(usd_monthly ?? 0));
  const middle = usd.slice((usd.length - 1) >> 1, (usd.length >> 1) + 1);
  const sum = middle.reduce((total, one) => total.plus(one), Big(0));
  const dearest = dearestPrice(listed);
  return {
    cheapest: lowest[0] ?? null,
    most_expensive: dearest,
    countries: new Set(listed.map(({ country }) => country)).size,
    usd_monthly_min: lowest[0]?.usd_monthly ?? null,
    usd_monthly_median: middle.length === 0 ? null : sum.div(middle.length).round(4, Big.roundHalfEven).toNumber(),
    usd_monthly_max: dearest?.usd_monthly ?? null,
    verified_on:
      listed
        .map(({ verified_on }) => verified_on)
        .sort()
        .at(-1) ?? null,
  };
}

/** `Netflix Standard`, `SuperGrok`: one name without repeated words. */
export function productLabel({ name, plan }: { name: string; plan: string }): string {
  const [n, p] = [name.toLowerCase(), plan.toLowerCase()];
  if (p === "" || ` ${n} `.includes(` ${p} `)) return name;
  if (p.includes(n)) return plan;
  const lastWord = n.slice(n.lastIndexOf(" ") + 1);
  return p.startsWith(`${lastWord} `) ? name + plan.slice(lastWord.length) : `${name} ${plan}`;
}

const CATEGORY_NAMES: Readonly<Record<string, string>> = {
  ai: "AI tools",
  education: "Education",
  "photo-video": "Photo and video",
  productivity: "Productivity",
  social: "Social and dating",
  streaming: "Streaming",
};

/** `Photo and video` of `photo-video`. */
export const categoryName = (category: string): string =>
  CATEGORY_NAMES[category] ?? category.charAt(0).toUpperCase() + category.slice(1).replaceAll("-", " ");

export const toProductRow = ({ cheapest, converted, ...product }: Product): z.infer<typeof ListedProductRow> => ({
  ...product,
  ...toConvertedColumns(converted),
  converted_cheapest_monthly: cheapest?.converted?.monthly,
  cheapest_country: cheapest?.country ?? null,
  cheapest_usd_monthly: cheapest?.usd_monthly ?? null,
});

export const PRODUCT_SORTS = [
  ...(["slug", "-slug", "name", "-name", "usd_monthly_min", "-usd_monthly_min", "usd_monthly_median"] as const),
  ...(["-usd_monthly_median", "usd_monthly_max", "-usd_monthly_max", "countries", "-countries"] as const),
  ...(["verified_on", "-verified_on"] as const),
] as const;

/** All without filters; by lower-case name, ties by slug. */
export function sortByName(
  products: readonly { slug: string; name: string }[],
  chosen: ReadonlySet<string> | undefined,
  isDescending: boolean,
): string[] {
  const named = products.map(({ slug, name }) => ({ slug, name: name.toLowerCase() }));
  const direction = isDescending ? -1 : 1;
  return named
    .filter(({ slug }) => chosen?.has(slug) ?? true)
    .sort((a, b) => direction * compareText(a.name, b.name) || compareText(a.slug, b.slug))
    .map(({ slug }) => slug);
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export const toOfferRow = ({
  slug,
  cheapest,
  most_expensive,
  us,
  ...offer
}: BrowsedProduct): z.infer<typeof OfferRow> => ({
  ...offer,
  product: slug,
  country: cheapest?.country ?? null,
  platform: cheapest?.platform ?? null,
  period: cheapest?.period ?? null,
  amount: cheapest?.amount ?? null,
  currency: cheapest?.currency ?? null,
  usd_monthly: cheapest?.usd_monthly ?? null,
  highest_country: most_expensive?.country ?? null,
  highest_usd_monthly: most_expensive?.usd_monthly ?? null,
  us_usd_monthly: us?.usd_monthly ?? null,
  ...toConvertedColumns(cheapest?.converted),
  converted_highest_monthly: most_expensive?.converted?.monthly,
  converted_us_monthly: us?.converted?.monthly,
});
