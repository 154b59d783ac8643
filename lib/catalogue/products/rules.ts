import Big from "big.js";
import type { z } from "zod";
import { toConvertedColumns } from "@/lib/catalogue/prices/converted-rules";
import type { Ranking } from "@/lib/catalogue/prices/ranking-rules";
import { byPrice, isListed } from "@/lib/catalogue/prices/rules";
import type { DayPrice } from "@/lib/catalogue/prices/schema";
import type { ListedProductRow, Product } from "./schema";

/** Figures over the ranked prices of a day, as the publish computes those of current prices: rounded half to even. */
export function summarizePrices(prices: readonly DayPrice[], ranking: Ranking) {
  const listed = prices.filter(isListed);
  const ranked = listed.filter((price) => price.ranked === true).toSorted(byPrice);
  const usd = ranked.map(({ usd_monthly }) => Big(usd_monthly ?? 0));
  const middle = usd.slice((usd.length - 1) >> 1, (usd.length >> 1) + 1);
  const sum = middle.reduce((total, one) => total.plus(one), Big(0));
  const highest = ranked.at(-1)?.usd_monthly ?? null;
  const days = ranked.map(({ verified_on }) => verified_on).sort();
  return {
    ranking,
    n_ranked: ranked.length,
    cheapest: ranked[0] ?? null,
    most_expensive: ranked.find(({ usd_monthly }) => usd_monthly === highest) ?? null,
    n_prices: listed.length,
    n_countries: new Set(listed.map(({ country }) => country)).size,
    min: ranked[0]?.usd_monthly ?? null,
    median: middle.length === 0 ? null : sum.div(middle.length).round(4, Big.roundHalfEven).toNumber(),
    max: highest,
    verified_from: days[0] ?? null,
    verified_on: days.at(-1) ?? null,
    changed_on:
      listed
        .flatMap(({ changed_on }) => changed_on ?? [])
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

export const toProductRow = ({
  cheapest,
  most_expensive,
  cheapest_without_tax,
  converted,
  ...product
}: Product): z.infer<typeof ListedProductRow> => ({
  ...product,
  cheapest_country: cheapest?.country ?? null,
  most_expensive_country: most_expensive?.country ?? null,
  cheapest_without_tax_country: cheapest_without_tax?.country ?? null,
  ...toConvertedColumns(converted),
});

export const PRODUCT_SORTS = [
  ...(["product", "-product", "name", "-name", "min", "-min", "median", "-median", "max", "-max"] as const),
  ...(["spread", "-spread", "n_prices", "-n_prices", "n_countries", "-n_countries"] as const),
  ...(["verified_on", "-verified_on", "changed_on", "-changed_on", "known"] as const),
] as const;
