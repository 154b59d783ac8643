import Big from "big.js";
import type { Country } from "@/lib/catalogue/countries/schema";
import type { Rate } from "@/lib/catalogue/fx/schema";
import { minorDecimals } from "@/lib/contract/currencies";

/** `low` and `high`: its 95 % interval. */
export type Factor = Pick<Country, "country" | "iso3" | "name" | "currency"> & {
  factor: number;
  low: number | null;
  high: number | null;
  n: number;
  /** The price there, in its currency and whole minor units; null without a price or a rate. */
  local: number | null;
  /** `local` as shops have prices. */
  shop: number | null;
};

/** Of the countries with an index against `base`: what a price of 1 there is in each. */
export function toFactors(
  countries: readonly Country[],
  rates: readonly Pick<Rate, "currency" | "usd_per_unit">[],
  { base, price }: { base: string; price?: string | undefined },
): Factor[] {
  const rateOf = new Map([["USD", 1], ...rates.map(({ currency, usd_per_unit }) => [currency, usd_per_unit] as const)]);
  const rate = (code: string | null) => rateOf.get(code ?? "");
  const own = rate(countries.find(({ country: code }) => code === base)?.currency ?? null);
  const ofPct = (pct: number) => Big(pct).div(100).plus(1);
  return countries.flatMap(({ country, iso3, name, currency, index }) => {
    if (index === null) return [];
    const factor = ofPct(index.pct_vs_us);
    const there = rate(currency);
    const isPriced = price !== undefined && own !== undefined && there !== undefined && currency !== null;
    const decimals = minorDecimals(currency ?? "");
    const local = isPriced
      ? Big(price).times(own).times(factor).div(there).round(decimals, Big.roundHalfEven).toNumber()
      : null;
    return {
      country,
      iso3,
      name,
      currency,
      factor: factor.toNumber(),
      n: index.n_products,
      low: index.median_low === null ? null : ofPct(index.median_low).toNumber(),
      high: index.median_high === null ? null : ofPct(index.median_high).toNumber(),
      local,
      shop: local === null ? null : toShopPrice(local, decimals),
    };
  });
}

/**
 * The nearest amount of two digits that ends in nines, as shops have prices: 4.99, 189.99, 1,499 without a minor unit.
 * `decimals`: of the minor unit.
 */
export function toShopPrice(amount: number, decimals: number): number {
  const unit = Big(10).pow(-decimals);
  const step = Math.max(decimals === 0 ? 10 : 1, 10 ** (Math.floor(Math.log10(amount)) - 1));
  const steps = Math.max(1, Math.round(Big(amount).plus(unit).div(step).toNumber()));
  return Big(step).times(steps).minus(unit).toNumber();
}
