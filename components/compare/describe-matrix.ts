import type { HeatCell, HeatTotal } from "@/components/charts/heat-table";
import { burdenStepOf, stepOf } from "@/components/charts/scale";
import { sumOf } from "@/lib/catalogue/compare/rules";
import { listCounted } from "@/lib/catalogue/compare/same-plan-rules";
import type { Comparison } from "@/lib/catalogue/compare/schema";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { BASE_COUNTRY } from "@/lib/catalogue/price-index/rules";
import { differencePct, isCompared } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { formatBilled, listMarks, periodName, platformName, writeRateDay } from "@/lib/catalogue/prices/words";
import type { Lens } from "@/lib/catalogue/tax/lens/schema";
import { formatIncomeShare } from "@/lib/findings/lens-rules";
import { baseName, formatPct } from "@/lib/text/format";
import { allOf, capitalize } from "@/lib/text/words";

export type MatrixProps = {
  comparison: Comparison;
  lens: Lens;
  label: (slug: string) => string;
  money: Money;
  /** Why a product has no price in a country. */
  reasonOf: (product: string, country: string) => string;
};

/** The country that others are compared with: the first. */
export const baseOf = ({ savings, countries }: Comparison): string =>
  savings.baseline?.country ?? countries[0]?.country ?? BASE_COUNTRY;

type CellFacts = { base: Price | null; pct: number | null; isCheapest: boolean };

function describeRow(cells: readonly (Price | null)[]): string {
  const present = cells.flatMap((cell) => cell ?? []);
  const platforms = new Set(present.map(({ platform }) => platformName(platform)));
  const periods = new Set(present.map(({ period }) => periodName(period)));
  return [...(platforms.size === 1 ? platforms : []), ...(periods.size === 1 ? periods : [])].join(", ");
}

function describeCell(price: Price, base: string, pct: number | null): string | undefined {
  if (price.fx_stale) return `${writeRateDay(price)}, not compared`;
  if (price.country === base) return "compared with";
  return pct === null ? `no price in ${baseName(base)}` : undefined;
}

function describeLocal(price: Price, money: Money): string | null {
  const isShown = price.currency === money.code && price.period === "monthly";
  const rateDay = price.fx_stale ? null : writeRateDay(price);
  const words = [isShown ? null : formatBilled(price), rateDay, ...listMarks(price)].filter((one) => one !== null);
  return words.length === 0 ? null : words.join(", ");
}

function toShareCell(price: Price, base: Price | null, money: Money): HeatCell {
  const { income_share_pct: share, income_reason, income_year, usd_monthly } = price;
  const local = usd_monthly === null ? formatBilled(price) : money.price(price);
  if (share === null)
    return { amount: "not known", local, pct: null, note: income_reason ?? "", step: undefined, isUnknown: true };
  const step = base?.income_share_pct ? burdenStepOf(share / base.income_share_pct) : undefined;
  return { amount: formatIncomeShare(share), local, pct: null, note: `income of ${income_year}`, step };
}

export function describeMatrix({ comparison, lens, label, money, reasonOf }: MatrixProps) {
  const { countries, matrix, totals, savings } = comparison;
  const counted = listCounted(comparison).length;
  const baseCode = baseOf(comparison);
  const toCell = (price: Price, { base, pct, isCheapest }: CellFacts): HeatCell => {
    if (lens === "income") return toShareCell(price, base, money);
    if (price.usd_monthly === null)
      return {
        amount: "not known",
        local: formatBilled(price),
        pct: null,
        note: price.fx_rate === null ? "no exchange rate" : (price.tax.reason ?? ""),
        step: undefined,
        isUnknown: true,
      };
    const compared = price.country === baseCode && !price.fx_stale ? 0 : pct;
    return {
      amount: money.amount(price),
      local: describeLocal(price, money),
      pct: price.country === baseCode ? null : pct,
      note: describeCell(price, baseCode, pct),
      step: compared === null ? undefined : stepOf(compared),
      isCheapest: isCheapest && countries.length > 1,
    };
  };
  const toTotal = (total: Comparison["totals"][number], at: number): HeatTotal | null => {
    const { country, complete, n_products: priced, pct_vs_baseline: pct } = total;
    const usd = sumOf(total);
    if (usd === null)
      return lens === "excluded" || matrix.some(({ cells }) => cells[at]?.usd_monthly === null)
        ? { amount: null, note: "", isComplete: false }
        : null;
    const { baseline } = savings;
    return {
      amount: money.amount(usd),
      note: !complete
        ? `${counted - priced} of ${counted} missing`
        : country === baseline?.country
          ? "compared with"
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
      cells: cells.map((price, at) => {
        if (price === null) return reasonOf(product, countries[at]?.country ?? "");
        const base = cells.find((cell) => cell?.country === baseCode) ?? null;
        const isComparable = base !== null && isCompared(base) && isCompared(price);
        const pct = isComparable ? differencePct(price.usd_monthly, base.usd_monthly) : null;
        return toCell(price, { base, pct, isCheapest: price.country === cheapest_country });
      }),
    })),
    ...(counted > 1 &&
      lens !== "income" && { totals: { name: capitalize(allOf(counted)), cells: totals.map(toTotal) } }),
  };
}
