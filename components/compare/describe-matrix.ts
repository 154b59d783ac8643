import type { HeatCell, HeatTotal } from "@/components/charts/heat-table";
import { burdenStepOf } from "@/components/charts/scale";
import type { Comparison } from "@/lib/catalogue/compare/schema";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { differencePct, isCompared } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { formatBilled, formatStaleRate, periodName, platformName } from "@/lib/catalogue/prices/words";
import type { Lens } from "@/lib/catalogue/tax/lens-schema";
import { formatIncomeShare } from "@/lib/findings/lens-rules";
import { formatPct } from "@/lib/text/format";
import { allOf, capitalize } from "@/lib/text/words";

export type MatrixProps = {
  comparison: Comparison;
  lens: Lens;
  /** US price of each product in US dollars a month, or its share of income, for colour and percentages; null without one. */
  usOf: (product: string) => number | null;
  label: (slug: string) => string;
  money: Money;
};

/** Platform and period of a row when all its cells share them. */
function describeRow(cells: readonly (Price | null)[]): string {
  const present = cells.flatMap((cell) => cell ?? []);
  const platforms = new Set(present.map(({ platform }) => platformName(platform)));
  const periods = new Set(present.map(({ period }) => periodName(period)));
  return [...(platforms.size === 1 ? platforms : []), ...(periods.size === 1 ? periods : [])].join(", ");
}

/** Text of a cell in place of its difference from the US. */
function describeCell(price: Price, pct: number | null): string | undefined {
  if (price.fx_stale && price.fx_date !== null) return `${formatStaleRate(price.fx_date)}, not compared`;
  if (price.country === "US") return "US price";
  return pct === null ? "no US price" : undefined;
}

/** Cell with the share of an average income that a month takes, and the price below it. */
function toShareCell(price: Price, us: number | null, money: Money): HeatCell {
  const { income_share_pct: share, income_reason, income_year, usd_monthly } = price;
  const local = usd_monthly === null ? formatBilled(price) : money.price(usd_monthly);
  if (share === null) return { amount: "not known", local, pct: null, note: income_reason ?? "", isUnknown: true };
  const step = burdenStepOf(us ? share / us : 1);
  return { amount: formatIncomeShare(share), local, pct: null, note: `income of ${income_year}`, step };
}

/** Cells and totals of a comparison, for the page and for pictures of it. */
export function describeMatrix({ comparison, lens, usOf, label, money }: MatrixProps) {
  const { products, countries, matrix, totals, savings } = comparison;
  const toCell = (price: Price | null, us: number | null, isCheapest: boolean): HeatCell | null => {
    if (price === null) return null;
    if (lens === "income") return toShareCell(price, us, money);
    if (price.usd_monthly === null)
      return {
        amount: "not known",
        local: formatBilled(price),
        pct: null,
        note: price.tax.reason ?? "",
        isUnknown: true,
      };
    const pct = isCompared(price) ? differencePct(price.usd_monthly, us) : null;
    return {
      amount: money.amount(price.usd_monthly),
      local: price.currency === money.code && price.period === "monthly" ? null : formatBilled(price),
      pct: price.country === "US" ? null : pct,
      note: describeCell(price, pct),
      isCheapest: isCheapest && countries.length > 1,
    };
  };
  const highest = Math.max(...totals.map(({ usd_monthly }) => usd_monthly ?? 0), 0);
  const toTotal = ({ country, usd_monthly, complete, missing }: Comparison["totals"][number]): HeatTotal | null => {
    if (usd_monthly === null)
      return lens === "excluded" ? { amount: "not known", share: 0, note: "", isComplete: false } : null;
    const { baseline } = savings;
    const pct = baseline === null ? null : differencePct(usd_monthly, baseline.usd_monthly);
    return {
      amount: money.amount(usd_monthly),
      share: highest === 0 ? 0 : usd_monthly / highest,
      note: !complete
        ? `${products.length - missing.length} of ${products.length} priced, not ranked`
        : country === baseline?.country
          ? "baseline"
          : pct === null
            ? ""
            : formatPct(pct, 0),
      isComplete: complete,
    };
  };
  return {
    rows: matrix.map(({ product, cells, cheapest_country }) => ({
      product,
      name: label(product),
      sub: describeRow(cells),
      cells: cells.map((price) => toCell(price, usOf(product), price?.country === cheapest_country)),
    })),
    ...(products.length > 1 &&
      lens !== "income" && { totals: { name: capitalize(allOf(products.length)), cells: totals.map(toTotal) } }),
  };
}
