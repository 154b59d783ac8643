import BigJs from "big.js";
import type { Period, Platform } from "@/lib/contract/codes";
import {
  type CsvRow,
  findIntervalRank,
  findQuantile,
  listIndexed,
  type Priced,
  relativesOf,
  round,
  toMonth,
} from "./recompute-index";

// Computes both lenses from the exports and the methodology alone.

/** Rounds divisions after 40 decimals, and shown figures once. */
const Big = BigJs();
Big.DP = 40;
type Decimal = InstanceType<typeof Big>;

const show = (value: Decimal | null, decimals: number) =>
  value === null ? "" : value.round(decimals, Big.roundHalfEven).toString();

function withoutTax({ amount = "", tax_treatment, tax_rate_pct = "", tax_reason }: CsvRow): Decimal | null {
  if (tax_reason === "no such tax" || tax_treatment === "excluded") return Big(amount);
  if (tax_treatment !== "included" || tax_rate_pct === "") return null;
  return Big(amount).div(Big(tax_rate_pct).div(100).plus(1));
}

export function recomputePriceLenses(prices: readonly CsvRow[], countries: readonly CsvRow[]) {
  const ofCountry = new Map(countries.map((row) => [row.country, row]));
  const usdOf = ({ amount = "", fx_rate = "" }: CsvRow) => (fx_rate === "" ? null : Big(amount).times(fx_rate));
  return prices.map((row) => {
    const { period = "", fx_rate = "" } = row;
    const { income_gni_per_capita_usd: income = "" } = ofCountry.get(row.country) ?? {};
    const exTax = withoutTax(row);
    const usd = usdOf(row);
    const share = usd && income && toMonth(usd, period).times(1200).div(income);
    return {
      ex_tax_amount: show(exTax, 4),
      ex_tax_usd_monthly: show(exTax && fx_rate ? toMonth(exTax.times(fx_rate), period) : null, 4),
      income_share_pct: show(share || null, 3),
    };
  });
}

export function recomputeIndexLenses(
  prices: readonly CsvRow[],
  products: readonly CsvRow[],
  index: readonly CsvRow[],
  countries: readonly CsvRow[],
) {
  const basket = new Set(products.filter((row) => row.in_basket === "TRUE").map(({ product = "" }) => product));
  const toPriced = (row: CsvRow, amount: Decimal | null): Priced[] => {
    const { product = "", country = "", currency = "", fx_rate = "" } = row;
    if (amount === null || fx_rate === "" || row.fx_stale === "TRUE") return [];
    const usd = amount.times(fx_rate);
    const kind = { platform: row.platform as Platform, period: row.period as Period };
    return [{ product, country, ...kind, currency, usd, usdMonthly: 0 }];
  };
  const taken = listIndexed(prices, products);
  const taxFree = taken.flatMap((row) => toPriced(row, withoutTax(row)));
  const shown = taken.flatMap((row) => (withoutTax(row) === null ? [] : toPriced(row, Big(row.amount ?? ""))));
  const ofCountry = new Map(countries.map((row) => [row.country, row]));
  const usIncome = ofCountry.get("US")?.income_gni_per_capita_usd ?? "";
  const sort = (relatives: ReadonlyMap<string, { pct: number }>) =>
    Array.from(relatives.values(), ({ pct }) => pct).sort((a, b) => a - b);
  return new Map(
    index.map(({ country = "", index_pct_vs_us: pct_vs_us = "" }) => {
      const pcts = sort(relativesOf(taxFree, basket, country));
      const rank = findIntervalRank(pcts.length);
      const isEnough = pcts.length >= 30;
      const pct = (value: number | undefined) => (isEnough ? String(round(value ?? Number.NaN, 3)) : "");
      const level = Big(pct_vs_us).div(100).plus(1);
      const { income_gni_per_capita_usd: income = "", purchasing_power_price_level: price_level = "" } =
        ofCountry.get(country) ?? {};
      const figures = {
        ex_tax_pct_vs_us: pct(findQuantile(pcts, 0.5)),
        ex_tax_shown_pct_vs_us: pct(findQuantile(sort(relativesOf(shown, basket, country)), 0.5)),
        ex_tax_median_low: pct(pcts[rank - 1]),
        ex_tax_median_high: pct(pcts[pcts.length - rank]),
        ex_tax_n_products: String(pcts.length),
        income_ratio: show(income ? level.div(Big(income).div(usIncome)) : null, 4),
        purchasing_power_ratio: show(price_level ? level.div(price_level) : null, 4),
      };
      return [country, figures];
    }),
  );
}
