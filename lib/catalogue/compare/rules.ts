import Big from "big.js";
import { roundPct } from "@/lib/catalogue/price-index/rules";
import { excludeTax } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import type { Comparison, Saving } from "./schema";

type Names = { products: Comparison["products"]; countries: Comparison["countries"] };

/** A price that takes part: without an exchange rate there is nothing to compare. */
type Cell = Price & { usd_monthly: number };

/**
 * The comparison of the named products and countries, in their order. `prices`: for each product and
 * country at most one as shown, that of the lowest usd_monthly there by `tax`, or one whose amount without tax is not
 * known. Ties go to the lower country code.
 */
export function comparePrices(
  { products, countries }: Names,
  prices: readonly Price[],
  differences: readonly Level[] = [],
  tax: TaxView = "shown",
): Comparison {
  const seen = tax === "excluded" ? prices.map(excludeTax) : prices.filter(isComparable);
  const cells = new Map(seen.map((price) => [`${price.product} ${price.country}`, price]));
  const cell = (product: string, country: string): Cell | null => {
    const price = cells.get(`${product} ${country}`);
    return price && isComparable(price) ? price : null;
  };

  const matrix = products.map(({ slug }) => {
    const row = countries.map(({ code }) => cell(slug, code));
    const cheapest = pick(row, (a, b) => a < b);
    const dearest = pick(row, (a, b) => a > b);
    return {
      product: slug,
      cells: countries.map(({ code }) => cells.get(`${slug} ${code}`) ?? null),
      cheapest_country: cheapest?.country ?? null,
      most_expensive_country: dearest?.country ?? null,
      tax_unknown: countries.flatMap(({ code }) => {
        const price = cells.get(`${slug} ${code}`);
        return price && !isComparable(price) ? [code] : [];
      }),
      saving: cheapest && dearest ? toSaving(dearest.usd_monthly, cheapest.usd_monthly) : null,
    };
  });

  const totals = countries.map(({ code }) => {
    const present = products.flatMap(({ slug }) => cell(slug, code) ?? []);
    const missing = products.filter(({ slug }) => cell(slug, code) === null).map(({ slug }) => slug);
    return {
      country: code,
      usd_monthly: present.length > 0 ? sum(present) : null,
      complete: missing.length === 0,
      missing,
    };
  });

  const complete = totals.flatMap(({ country, usd_monthly, complete }) =>
    complete && usd_monthly !== null ? [{ country, usd_monthly }] : [],
  );
  const baseline = complete[0] ?? null;
  const best = pick(complete, (a, b) => a < b);
  const mix = matrix.flatMap(({ product, cells, cheapest_country }) =>
    cells.flatMap((price) => (price?.country === cheapest_country && price ? [{ product, price }] : [])),
  );
  const mixUsdMonthly = mix.length === products.length ? sum(mix.map(({ price }) => price).filter(isComparable)) : null;
  const against = (usdMonthly: number) => (baseline ? toSaving(baseline.usd_monthly, usdMonthly) : null);
  return {
    currency: "USD",
    tax,
    products,
    countries,
    matrix,
    totals,
    levels: listLevels(
      countries.map(({ code }) => code),
      differences,
    ),
    savings: {
      baseline,
      best_single_country: best && { ...best, saving: against(best.usd_monthly) },
      best_mix:
        mixUsdMonthly === null
          ? null
          : {
              usd_monthly: mixUsdMonthly,
              picks: mix.map(({ product, price }) => ({ product, country: price.country })),
              saving: against(mixUsdMonthly),
            },
    },
  };
}

type Level = Comparison["levels"][number];

/** Each country against the first that has a model index. `differences` has each pair once, in either direction. */
function listLevels(codes: readonly string[], differences: readonly Level[]): Level[] {
  const known = differences.flatMap((one) => [one, invert(one)]);
  const other = codes.find((code) => known.some(({ country }) => country === code));
  return codes.flatMap((code) => known.find((one) => one.country === code && one.other === other) ?? []);
}

/** The other country against this one: the reciprocal of the ratio, and of the ends of its interval. */
function invert({ country, other, pct, low_pct, high_pct }: Level): Level {
  const reciprocal = (value: number) => roundPct(100 * (100 / (100 + value) - 1));
  return {
    ...{ country: other, other: country, pct: reciprocal(pct) },
    ...{ low_pct: reciprocal(high_pct), high_pct: reciprocal(low_pct) },
  };
}

function isComparable(price: Price): price is Cell {
  return price.usd_monthly !== null;
}

function pick<T extends { country: string; usd_monthly: number }>(
  items: readonly (T | null)[],
  isBetter: (a: number, b: number) => boolean,
): T | null {
  return items.reduce<T | null>((best, item) => {
    if (item === null || best === null) return item ?? best;
    if (item.usd_monthly === best.usd_monthly) return item.country < best.country ? item : best;
    return isBetter(item.usd_monthly, best.usd_monthly) ? item : best;
  }, null);
}

function sum(items: readonly { usd_monthly: number }[]): number {
  return items.reduce((total, { usd_monthly }) => total.plus(usd_monthly), new Big(0)).toNumber();
}

/** What `cheap` saves against `dear`, both US dollars a month; percent of `dear`, to 2 decimals. */
function toSaving(dear: number, cheap: number): Saving {
  const saved = new Big(dear).minus(cheap);
  return {
    usd_monthly: saved.toNumber(),
    usd_yearly: saved.times(12).toNumber(),
    percent: dear === 0 ? 0 : saved.div(dear).times(100).round(2, Big.roundHalfEven).toNumber(),
  };
}
