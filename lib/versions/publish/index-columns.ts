import type { CountryLevel } from "@/lib/catalogue/price-index/country-product-dummy";
import type { CountryMedian } from "@/lib/catalogue/price-index/median-relative";
import { roundError, roundPct, roundShare } from "@/lib/catalogue/price-index/rules";

export function toMedianColumns(median: CountryMedian | undefined) {
  const counts = {
    basket_size: median?.basketSize ?? 0,
    status: median?.status ?? "insufficient_basket",
  };
  if (!median?.figures) return counts;
  const { interval, common, rank, usdBilled, ...figures } = median.figures;
  return {
    ...counts,
    pct_vs_us: roundPct(figures.pctVsUs),
    median_low: interval && roundPct(interval.low),
    median_high: interval && roundPct(interval.high),
    p10_pct: roundPct(figures.p10Pct),
    p25_pct: roundPct(figures.p25Pct),
    p75_pct: roundPct(figures.p75Pct),
    p90_pct: roundPct(figures.p90Pct),
    cheaper_share: roundShare(figures.cheaperShare),
    share_equal_us: roundShare(figures.shareEqualUs),
    common_pct: common && roundPct(common.pctVsUs),
    common_products: common?.products ?? null,
    rank,
    usd_billed: usdBilled,
  };
}

export function toCertainColumns(median: CountryMedian | undefined) {
  if (!median?.figures) return {};
  const { pctVsUs, interval } = median.figures;
  return {
    without_doubt_pct: roundPct(pctVsUs),
    without_doubt_low: interval && roundPct(interval.low),
    without_doubt_high: interval && roundPct(interval.high),
    without_doubt_products: median.basketSize,
  };
}

export function toModelColumns(level: CountryLevel | undefined) {
  if (level === undefined) return { model_status: "not_comparable" };
  if (level.status !== "published") return { model_status: level.status };
  return {
    model_status: level.status,
    model_value: roundPct(level.value),
    model_low: roundPct(level.low),
    model_high: roundPct(level.high),
    model_se: roundError(level.standardError),
    model_rank_low: level.rankLow,
    model_rank_high: level.rankHigh,
  };
}
