import Big from "big.js";
import { roundPct } from "@/lib/catalogue/price-index/rules";
import { toExactMonthly } from "@/lib/catalogue/prices/converted/amount-rules";
import { isDoubted } from "@/lib/catalogue/prices/evidence/rules";
import type { Ranking } from "@/lib/catalogue/prices/ranking/rules";
import { differencePct, excludeTax, isCompared, toListedPriceRow } from "@/lib/catalogue/prices/rules";
import type { DayPrice, Price } from "@/lib/catalogue/prices/schema";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { findSamePlans, listCounted } from "./same-plan-rules";
import type { Comparison, Saving } from "./schema";

type Names = { products: Comparison["products"]; countries: Comparison["countries"] };

/** US dollars a month, unrounded. */
type Cost = {
  country: string;
  usdMonthly: Big;
  /** All its prices are ranked. */
  isRanked: boolean;
  /** All its prices are ranked among undoubted ones, so that a saving may be told. */
  isCertain: boolean;
};

type Compared = {
  /** At most one per pair, see chooseCells. */
  prices: readonly Price[];
  /** Of each product with a ranked price. */
  rankings: ReadonlyMap<string, Ranking>;
  levels?: readonly Level[];
  tax?: TaxView;
  /** Country to compare with. */
  baseline?: string | undefined;
  /** Products of which a reader says what is paid. */
  paid?: readonly string[];
};

/**
 * Compares products and countries in the given order. Products that are one plan count once. Sums use unrounded dollars and
 * are rounded once, half to even; ties go to the lower country code.
 */
export function comparePrices(
  { products, countries }: Names,
  { prices, rankings, levels: differences = [], tax = "shown", baseline: asked, paid = [] }: Compared,
): Comparison {
  const seen = tax === "excluded" ? prices.map(excludeTax) : prices;
  const cells = new Map(seen.map((price) => [`${price.product} ${price.country}`, price]));
  const cell = (product: string, country: string) => cells.get(`${product} ${country}`) ?? null;
  const rankingOf = (product: string): Ranking => rankings.get(product) ?? "none";
  const costOf = (product: string, country: string) => toCost(cell(product, country), rankingOf(product), tax);

  const countedWith = findSamePlans(products, {
    isPriced: (product) => countries.some(({ country }) => costOf(product, country) !== null),
    isPaid: (product) => paid.includes(product),
  });
  const counted = products.filter(({ product }) => !countedWith.has(product));

  const sums = countries.map(({ country: code }) => {
    const costs = counted.flatMap(({ product: slug }) => costOf(slug, code) ?? []);
    const missing = counted.filter(({ product: slug }) => costOf(slug, code) === null).map(({ product: slug }) => slug);
    const complete = missing.length === 0;
    return { country: code, ...addUp(costs), usdMonthly: costs.length > 0 ? sum(costs) : null, complete, missing };
  });
  const complete = sums.flatMap(({ country, usdMonthly, isRanked, isCertain, complete }): Cost[] =>
    complete && usdMonthly !== null ? [{ country, usdMonthly, isRanked, isCertain }] : [],
  );
  const baseline =
    asked === undefined ? (complete[0] ?? null) : (complete.find(({ country }) => country === asked) ?? null);
  // Without a complete total, single products are compared with the requested or first country.
  const base = baseline?.country ?? asked ?? countries[0]?.country;

  const matrix = products.map(({ product: slug }) => {
    const costs = countries.flatMap(({ country: code }) => costOf(slug, code) ?? []).filter(({ isRanked }) => isRanked);
    const cheapest = pick(costs, (a, b) => a.lt(b));
    const dearest = pick(costs, (a, b) => a.gt(b));
    const own = base === undefined ? null : costOf(slug, base);
    const other = countedWith.get(slug);
    return {
      product: slug,
      ...(other !== undefined && { counts_with: other }),
      ranking: rankingOf(slug),
      cells: countries.map(({ country: code }) => cell(slug, code)),
      us: cell(slug, "US"),
      pct_vs_us: countries.map(({ country: code }) =>
        differencePct(costOf(slug, code)?.usdMonthly ?? null, costOf(slug, "US")?.usdMonthly),
      ),
      cheapest_country: cheapest?.country ?? null,
      most_expensive_country: dearest?.country ?? null,
      tax_unknown: countries.flatMap(({ country: code }) => (isTaxUnknown(cell(slug, code)) ? [code] : [])),
      saving: cheapest && own && cheapest.country !== base ? toSaving(own, cheapest) : null,
    };
  });

  const best = pick(
    complete.filter(({ isRanked }) => isRanked),
    (a, b) => a.lt(b),
  );
  const picks = listCounted({ matrix }).flatMap(({ product, cheapest_country: country }) =>
    country ? [{ product, country }] : [],
  );
  const picked = picks.flatMap((one) => costOf(one.product, one.country) ?? []);
  const mix = picks.length === counted.length ? { ...addUp(picked), usdMonthly: sum(picked) } : null;
  const against = (cost: Omit<Cost, "country">) => (baseline ? toSaving(baseline, cost) : null);
  return {
    currency: "USD",
    tax,
    products,
    countries,
    matrix,
    totals: sums.map(({ country, usdMonthly, isCertain, complete, missing }) => {
      const usd = usdMonthly && roundUsd(usdMonthly);
      const isTold = complete && isCertain && baseline?.isCertain === true;
      return {
        country,
        usd_monthly: complete ? usd : null,
        partial_usd_monthly: complete ? null : usd,
        pct_vs_baseline: differencePct(isTold ? usdMonthly : null, baseline?.usdMonthly),
        n_products: counted.length - missing.length,
        complete,
        missing,
      };
    }),
    levels: listLevels(
      countries.map(({ country: code }) => code),
      differences,
    ),
    savings: {
      baseline: baseline && { country: baseline.country, usd_monthly: roundUsd(baseline.usdMonthly) },
      best_single_country: best && {
        country: best.country,
        usd_monthly: roundUsd(best.usdMonthly),
        saving: against(best),
      },
      best_mix: mix && {
        usd_monthly: roundUsd(mix.usdMonthly),
        picks,
        saving: against(mix),
      },
    },
  };
}

/** Of what there is, complete or not. */
export const sumOf = (total: Comparison["totals"][number]): number | null =>
  total.usd_monthly ?? total.partial_usd_monthly;

/**
 * One price of each product and country: the ranked one, else one at the rate day that is not outdated, not doubted, and lowest
 * by `tax`. `prices` in the order of the API, which decides ties.
 */
export function chooseCells(prices: readonly Price[], tax: TaxView): Price[] {
  const cells = new Map<string, Price>();
  for (const price of prices) {
    const cell = `${price.product} ${price.country}`;
    const known = cells.get(cell);
    if (known === undefined || precedes(price, known, tax)) cells.set(cell, price);
  }
  return [...cells.values()];
}

function precedes(price: Price, known: Price, tax: TaxView): boolean {
  const keysOf = (one: Price) => {
    const {
      usd_monthly: shown,
      fx_stale,
      tax: { ex_tax_usd_monthly: without },
    } = one;
    const usd = tax === "excluded" ? without : shown;
    const orLast = (figure: number | null) => figure ?? Number.POSITIVE_INFINITY;
    return [
      Number(one.ranked !== true),
      Number(shown === null),
      Number(fx_stale),
      Number(one.outdated === true),
      Number(isDoubted(one)),
      orLast(usd),
      orLast(shown),
    ];
  };
  const before = keysOf(known);
  const different = keysOf(price).flatMap((key, at) => (key === before[at] ? [] : [key < (before[at] ?? 0)]));
  return different[0] ?? false;
}

export function listUnobserved(prices: readonly DayPrice[]): { product: string; country: string }[] {
  const cells = new Map<string, { product: string; country: string; isRead: boolean }>();
  for (const { product, country, amount } of prices) {
    const cell = `${product} ${country}`;
    cells.set(cell, { product, country, isRead: amount !== null || cells.get(cell)?.isRead === true });
  }
  return [...cells.values()].filter(({ isRead }) => !isRead);
}

export const hasUnrated = ({ matrix }: Pick<Comparison, "matrix">): boolean =>
  matrix.some(({ cells }) => cells.some((cell) => cell?.fx_rate === null));

/** Without a price only what it would be of is filled. */
export const toCellRows = ({ matrix, products, countries }: Comparison): object[] =>
  matrix.flatMap(({ product, cells }) => {
    const named = products.find((one) => one.product === product);
    return cells.map((cell, at) => ({
      ...(cell === null ? { product, country: countries[at]?.country } : toListedPriceRow(cell)),
      name: named?.name,
      product_plan: named?.plan,
      category: named?.category,
      country_name: countries[at]?.name,
    }));
  });

export const nameUnobserved = (
  row: Comparison["matrix"][number],
  countries: Comparison["countries"],
  unobserved: readonly { product: string; country: string }[],
) => {
  const codes = new Set(unobserved.flatMap(({ product, country }) => (product === row.product ? [country] : [])));
  return { ...row, not_observed_yet: countries.flatMap(({ country: code }) => (codes.has(code) ? [code] : [])) };
};

type Level = Comparison["levels"][number];

/** Each country against the first one with a model index. `differences` has each pair once, in either direction. */
function listLevels(codes: readonly string[], differences: readonly Level[]): Level[] {
  const known = differences.flatMap((one) => [one, invert(one)]);
  const other = codes.find((code) => known.some(({ country }) => country === code));
  return codes.flatMap((code) => known.find((one) => one.country === code && one.other === other) ?? []);
}

/** The reciprocal of the ratio and of its interval's ends. */
function invert({ country, other, pct, low_pct, high_pct }: Level): Level {
  const reciprocal = (value: number) => roundPct(100 * (100 / (100 + value) - 1));
  return {
    country: other,
    other: country,
    pct: reciprocal(pct),
    low_pct: reciprocal(high_pct),
    high_pct: reciprocal(low_pct),
  };
}

/** Has a rate but no US dollars: its amount without tax is unknown. */
const isTaxUnknown = (price: Price | null) => price !== null && price.usd_monthly === null && price.fx_rate !== null;

/** False for a price that is in no total: at a stale rate, with unknown tax, or last seen where its product has newer ones. */
export const isInTotals = (price: Price): boolean =>
  isCompared(price) && (price.outdated !== true || price.ranked === true);

/** Null for a price that is missing or in no total. */
function toCost(price: Price | null, ranking: Ranking, tax: TaxView): Cost | null {
  if (price === null || !isInTotals(price)) return null;
  const isRanked = price.ranked === true;
  const usdMonthly = toExactMonthly(price, tax);
  return usdMonthly && { country: price.country, usdMonthly, isRanked, isCertain: isRanked && ranking === "certain" };
}

const addUp = (costs: readonly Cost[]) => ({
  isRanked: costs.every(({ isRanked }) => isRanked),
  isCertain: costs.every(({ isCertain }) => isCertain),
});

function pick(costs: readonly (Cost | null)[], isBetter: (a: Big, b: Big) => boolean): Cost | null {
  return costs.reduce<Cost | null>((best, cost) => {
    if (cost === null || best === null) return cost ?? best;
    if (cost.usdMonthly.eq(best.usdMonthly)) return cost.country < best.country ? cost : best;
    return isBetter(cost.usdMonthly, best.usdMonthly) ? cost : best;
  }, null);
}

function sum(costs: readonly Cost[]): Big {
  return costs.reduce((total, { usdMonthly }) => total.plus(usdMonthly), new Big(0));
}

/** Per cent with 2 decimals; null where a price is not ranked, or its product not certain. */
function toSaving(from: Omit<Cost, "country">, to: Omit<Cost, "country">): Saving | null {
  if (!from.isCertain || !to.isCertain) return null;
  const dear = from.usdMonthly;
  const cheap = to.usdMonthly;
  const saved = dear.minus(cheap);
  return {
    usd_monthly: roundUsd(saved),
    usd_yearly: roundUsd(saved.times(12)),
    pct: dear.eq(0) ? 0 : saved.div(dear).times(100).round(2, Big.roundHalfEven).toNumber(),
  };
}

export const roundUsd = (usd: Big) => usd.round(4, Big.roundHalfEven).toNumber();
