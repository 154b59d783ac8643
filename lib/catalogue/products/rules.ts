import Big from "big.js";
import type { z } from "zod";
import { toConvertedColumns } from "@/lib/catalogue/prices/converted/rules";
import { type Ranking, toRanking } from "@/lib/catalogue/prices/ranking/rules";
import { isListed } from "@/lib/catalogue/prices/rules";
import type { DayPrice, Price } from "@/lib/catalogue/prices/schema";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import type { ListedProductRow, Product } from "./schema";

type Ranks = Record<TaxView, readonly { ranking: string }[]>;

/**
 * Figures over the ranked prices of a day, as the publish computes those of current prices: rounded half to even. `tax`: of
 * what the US dollars of the prices are.
 */
export function summarizePrices(prices: readonly DayPrice[], ranks: Ranks, tax: TaxView) {
  const listed = prices.filter(isListed);
  const withoutTax = spreadOf(
    listed.flatMap((price) => (price.ex_tax_ranked ? [{ price, usd: price.tax.ex_tax_usd_monthly ?? 0 }] : [])),
  );
  const spread =
    tax === "excluded"
      ? withoutTax
      : spreadOf(listed.flatMap((price) => (price.ranked ? [{ price, usd: price.usd_monthly ?? 0 }] : [])));
  // All ranked prices of a product have its ranking.
  const rankingOf = (view: TaxView) => toRanking(ranks[view][0]?.ranking);
  return {
    ranking: rankingOf(tax),
    n_ranked: spread.count,
    n_prices: listed.length,
    n_countries: new Set(listed.map(({ country }) => country)).size,
    min: spread.min,
    median: spread.median,
    max: spread.max,
    cheapest: spread.cheapest,
    most_expensive: spread.dearest,
    cheapest_without_tax: withoutTax.cheapest,
    ex_tax_min: withoutTax.min,
    ex_tax_median: withoutTax.median,
    ex_tax_max: withoutTax.max,
    ex_tax_ranking: rankingOf("excluded"),
    ex_tax_n_ranked: withoutTax.count,
    verified_from: spread.days[0] ?? null,
    verified_on: spread.days.at(-1) ?? null,
    changed_on:
      listed
        .flatMap(({ changed_on }) => changed_on ?? [])
        .sort()
        .at(-1) ?? null,
  };
}

/** `ranked` in the order of the API, which decides ties. */
function spreadOf(ranked: readonly { price: Price; usd: number }[]) {
  const sorted = ranked.toSorted((a, b) => a.usd - b.usd);
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  const sum = middle.reduce((total, { usd }) => total.plus(usd), Big(0));
  const highest = sorted.at(-1)?.usd ?? null;
  return {
    count: sorted.length,
    min: sorted[0]?.usd ?? null,
    median: middle.length === 0 ? null : sum.div(middle.length).round(4, Big.roundHalfEven).toNumber(),
    max: highest,
    cheapest: sorted[0]?.price ?? null,
    dearest: sorted.find(({ usd }) => usd === highest)?.price ?? null,
    days: sorted.map(({ price }) => price.verified_on).sort(),
  };
}

/** What sources give for a plan that they do not know. */
export const NO_PLANS = ["monthly", "yearly", "weekly", "highest", "lowest", "subscription"];

export const isPlanStated = (plan: string): boolean => plan !== "" && !NO_PLANS.includes(plan.toLowerCase());

/** `Netflix Standard`, `SuperGrok`: one name without repeated words. */
export function productLabel({ name, plan }: { name: string; plan: string }): string {
  const n = name.toLowerCase();
  const p = plan.toLowerCase();
  if (!isPlanStated(plan) || ` ${n} `.includes(` ${p} `)) return name;
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
  "product",
  "-product",
  "name",
  "-name",
  "min",
  "-min",
  "median",
  "-median",
  "max",
  "-max",
  "spread",
  "-spread",
  "n_prices",
  "-n_prices",
  "n_countries",
  "-n_countries",
  "verified_on",
  "-verified_on",
  "changed_on",
  "-changed_on",
  "known",
] as const;

/** The lowest ranked price of a product, and what its prices bear. */
export type Cheapest = { ranking: Ranking; cheapest: Price | null };
