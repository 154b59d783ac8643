import Big from "big.js";
import { roundPct } from "@/lib/catalogue/price-index/rules";
import { toExactAmount } from "@/lib/catalogue/prices/amount-rules";
import { isPeriodOpen, yields } from "@/lib/catalogue/prices/evidence-rules";
import { differencePct, excludeTax, isCompared, toListedPriceRow } from "@/lib/catalogue/prices/rules";
import type { DayPrice, Price } from "@/lib/catalogue/prices/schema";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { perMonth } from "@/lib/contract/period-rules";
import type { Comparison, Saving } from "./schema";

type Names = { products: Comparison["products"]; countries: Comparison["countries"] };

/** US dollars a month in a country, unrounded. */
type Cost = {
  country: string;
  usdMonthly: Big;
  /** Nobody states what it, or a part of it, pays for. */
  isOpen: boolean;
};

/**
 * Compares the named products and countries, in their order. `prices`: at most one per product and country, the US
 * among them: the one with the lowest usd_monthly by `tax`, else one that takes no part, because its US dollars are of a
 * stale rate or not known. `asked`: the baseline, if its total is complete. Ties go to the lower country code. Sums and savings
 * use unrounded dollars and are rounded once, half to even.
 */
export function comparePrices(
  { products, countries }: Names,
  prices: readonly Price[],
  differences: readonly Level[] = [],
  tax: TaxView = "shown",
  asked?: string,
): Comparison {
  const seen = tax === "excluded" ? prices.map(excludeTax) : prices;
  const cells = new Map(seen.map((price) => [`${price.product} ${price.country}`, price]));
  const cell = (product: string, country: string) => cells.get(`${product} ${country}`) ?? null;
  const costOf = (product: string, country: string) => toCost(cell(product, country), tax);

  const sums = countries.map(({ code }) => {
    const costs = products.flatMap(({ slug }) => costOf(slug, code) ?? []);
    const missing = products.filter(({ slug }) => costOf(slug, code) === null).map(({ slug }) => slug);
    const isOpen = costs.some((cost) => cost.isOpen);
    const usdMonthly = costs.length > 0 ? sum(costs) : null;
    return { country: code, usdMonthly, isOpen, complete: missing.length === 0, missing };
  });
  const complete = sums.flatMap(({ country, usdMonthly, isOpen, complete }): Cost[] =>
    complete && usdMonthly !== null ? [{ country, usdMonthly, isOpen }] : [],
  );
  const leading = stated(complete);
  const baseline =
    asked === undefined ? (leading[0] ?? null) : (complete.find(({ country }) => country === asked) ?? null);
  // Without a complete total a single product can still be measured: against the country asked for, or listed first.
  const base = baseline?.country ?? asked ?? countries[0]?.code;

  const matrix = products.map(({ slug }) => {
    const costs = stated(countries.flatMap(({ code }) => costOf(slug, code) ?? []));
    const cheapest = pick(costs, (a, b) => a.lt(b));
    const dearest = pick(costs, (a, b) => a.gt(b));
    const own = base === undefined ? null : costOf(slug, base);
    return {
      product: slug,
      cells: countries.map(({ code }) => cell(slug, code)),
      us: cell(slug, "US"),
      pct_vs_us: countries.map(({ code }) => differencePct(usdOf(cell(slug, code)), usdOf(cell(slug, "US")))),
      cheapest_country: cheapest?.country ?? null,
      most_expensive_country: dearest?.country ?? null,
      tax_unknown: countries.flatMap(({ code }) => (isTaxUnknown(cell(slug, code)) ? [code] : [])),
      saving: cheapest && own && cheapest.country !== base ? toSaving(own, cheapest) : null,
    };
  });

  const best = pick(leading, (a, b) => a.lt(b));
  const picks = matrix.flatMap(({ product, cheapest_country: country }) => (country ? [{ product, country }] : []));
  const picked = picks.flatMap((one) => costOf(one.product, one.country) ?? []);
  const mix = picks.length === products.length ? sum(picked) : null;
  const against = (cost: Pick<Cost, "usdMonthly" | "isOpen">) => (baseline ? toSaving(baseline, cost) : null);
  return {
    currency: "USD",
    tax,
    products,
    countries,
    matrix,
    totals: sums.map(({ country, usdMonthly, complete, missing }) => {
      const usd = usdMonthly && roundUsd(usdMonthly);
      const sums = { total_usd_monthly: complete ? usd : null, partial_usd_monthly: complete ? null : usd };
      return {
        ...{ country, usd_monthly: usd, ...sums },
        pct_vs_baseline: differencePct(complete ? usd : null, baseline && roundUsd(baseline.usdMonthly)),
        priced: products.length - missing.length,
        ...{ complete, missing },
      };
    }),
    levels: listLevels(
      countries.map(({ code }) => code),
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
        ...{ usd_monthly: roundUsd(mix), picks },
        saving: against({ usdMonthly: mix, isOpen: picked.some(({ isOpen }) => isOpen) }),
      },
    },
  };
}

/**
 * The one price of each product and country that is compared: the lowest by `tax` among those with US dollars of the rate
 * day, else among others. `prices`: as shown, in the order of the API, which decides among equal ones.
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

/** Checks that a price is compared rather than one that comes before it. */
function precedes(price: Price, known: Price, tax: TaxView): boolean {
  const keysOf = (one: Price) => {
    const {
      usd_monthly: shown,
      fx_stale,
      tax: { ex_tax_usd_monthly: without },
    } = one;
    const usd = tax === "excluded" ? without : shown;
    const orLast = (figure: number | null) => figure ?? Number.POSITIVE_INFINITY;
    return [Number(shown === null), Number(fx_stale), Number(yields(one)), orLast(usd), orLast(shown)];
  };
  const before = keysOf(known);
  const different = keysOf(price).flatMap((key, at) => (key === before[at] ? [] : [key < (before[at] ?? 0)]));
  return different[0] ?? false;
}

/** Products and countries of which no price had been read by the day. */
export function listUnobserved(prices: readonly DayPrice[]): { product: string; country: string }[] {
  const cells = new Map<string, { product: string; country: string; isRead: boolean }>();
  for (const { product, country, amount } of prices) {
    const cell = `${product} ${country}`;
    cells.set(cell, { product, country, isRead: amount !== null || cells.get(cell)?.isRead === true });
  }
  return [...cells.values()].filter(({ isRead }) => !isRead);
}

/** Checks that a price of a comparison is in none of its sums for want of an exchange rate. */
export const hasUnrated = ({ matrix }: Pick<Comparison, "matrix">): boolean =>
  matrix.some(({ cells }) => cells.some((cell) => cell?.fx_rate === null));

/** Cells of a comparison as flat rows: one a product and country; without a price only these two are filled. */
export const toCellRows = ({ matrix, countries }: Comparison): object[] =>
  matrix.flatMap(({ product, cells }) =>
    cells.map((cell, at) => (cell === null ? { product, country: countries[at]?.code } : toListedPriceRow(cell))),
  );

/** Row of a day that names the countries, among all of the comparison, in which its product was not observed by then. */
export const nameUnobserved = (
  row: Comparison["matrix"][number],
  countries: Comparison["countries"],
  unobserved: readonly { product: string; country: string }[],
) => {
  const codes = new Set(unobserved.flatMap(({ product, country }) => (product === row.product ? [country] : [])));
  return { ...row, not_observed_yet: countries.flatMap(({ code }) => (codes.has(code) ? [code] : [])) };
};

type Level = Comparison["levels"][number];

/** Each country against the first one with a model index. `differences` has each pair once, in either direction. */
function listLevels(codes: readonly string[], differences: readonly Level[]): Level[] {
  const known = differences.flatMap((one) => [one, invert(one)]);
  const other = codes.find((code) => known.some(({ country }) => country === code));
  return codes.flatMap((code) => known.find((one) => one.country === code && one.other === other) ?? []);
}

/** Difference in the other direction: the reciprocal of the ratio and of its interval's ends. */
function invert({ country, other, pct, low_pct, high_pct }: Level): Level {
  const reciprocal = (value: number) => roundPct(100 * (100 / (100 + value) - 1));
  return {
    ...{ country: other, other: country, pct: reciprocal(pct) },
    ...{ low_pct: reciprocal(high_pct), high_pct: reciprocal(low_pct) },
  };
}

/** Checks that a price has an exchange rate, but no US dollars: it is one without tax, which is not known. */
const isTaxUnknown = (price: Price | null) => price !== null && price.usd_monthly === null && price.fx_rate !== null;

/** US dollars a month of a price that is compared. */
const usdOf = (price: Price | null) => (price !== null && isCompared(price) ? price.usd_monthly : null);

/** Null for a price that is left out: none, without US dollars at a rate of the rate day, or with unknown tax. */
function toCost(price: Price | null, tax: TaxView): Cost | null {
  if (price === null || price.fx_rate === null || !isCompared(price)) return null;
  const { country, fx_rate, period } = price;
  const usdMonthly = perMonth(toExactAmount(price, tax).times(fx_rate), period);
  return { country, usdMonthly, isOpen: isPeriodOpen(price) };
}

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

/** Costs whose period is stated, or all where that is none: only these are cheapest, best or a baseline. */
function stated(costs: readonly Cost[]): readonly Cost[] {
  const certain = costs.filter(({ isOpen }) => !isOpen);
  return certain.length > 0 ? certain : costs;
}

/** Saving of one cost against another, percent of that to 2 decimals; null where what one of them pays for is open. */
function toSaving(from: Pick<Cost, "usdMonthly" | "isOpen">, to: Pick<Cost, "usdMonthly" | "isOpen">): Saving | null {
  if (from.isOpen || to.isOpen) return null;
  const [dear, cheap] = [from.usdMonthly, to.usdMonthly];
  const saved = dear.minus(cheap);
  return {
    usd_monthly: roundUsd(saved),
    usd_yearly: roundUsd(saved.times(12)),
    percent: dear.eq(0) ? 0 : saved.div(dear).times(100).round(2, Big.roundHalfEven).toNumber(),
  };
}

const roundUsd = (usd: Big) => usd.round(4, Big.roundHalfEven).toNumber();
