import "server-only";
import Big from "big.js";
import { z } from "zod";
import { BASE_COUNTRY, FEWER_WITHOUT_TAX } from "@/lib/catalogue/price-index/rules";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { readOncePerTaxView } from "@/lib/catalogue/tax/view-data";
import { toIso3 } from "@/lib/contract/codes";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { toDay, toNumber } from "@/lib/versions/values";
import type { Country as CountryRow } from "@/prisma/client/client";
import { levelOf, toSharePct } from "./rules";
import type { Country, CountryIndex, ExTaxIndex } from "./schema";

export const readCountries = readOncePerTaxView("countries", async (version, tax): Promise<readonly Country[]> => {
  const rows = await publishedDb().country.findMany({
    where: { versionId: version.id, prices: { gt: 0 } },
    orderBy: { code: "asc" },
  });
  return rows.map((row) => toCountry(row, version, tax));
});

function toCountry(row: CountryRow, version: Version, tax: TaxView): Country {
  const median = tax === "shown" ? row : toMedianWithoutTax(row);
  const { code, name, region, currency, products, prices } = row;
  return {
    country: code,
    iso3: toIso3(code),
    name,
    region,
    currency,
    n_products: products,
    n_prices: prices,
    index: isPublished(median.status) ? toIndex(median, tax === "shown" ? row : null, version) : null,
    tax: {
      rate_pct: toNumber(row.taxRatePct),
      reason: row.taxReason,
      source: row.taxSourceId,
      reviewed_on: row.taxReviewedOn && toDay(row.taxReviewedOn),
    },
    income: {
      gni_per_capita_usd: toNumber(row.gniPerCapitaUsd),
      year: row.incomeYear,
      reason: row.incomeReason,
      ratio: toNumber(row.incomeRatio),
    },
    purchasing_power: {
      factor: toNumber(row.pppFactor),
      official_rate: toNumber(row.pppOfficialRate),
      price_level: toNumber(row.priceLevel),
      year: row.pppYear,
      reason: row.pppReason,
      ratio: toNumber(row.pppRatio),
    },
    ex_tax: isPublished(row.status) ? toExTax(row) : null,
    index_status: isPublished(median.status) ? "published" : "insufficient_basket",
  };
}

const isPublished = (status: string) => status === "published";

type Median = Pick<CountryRow, keyof ReturnType<typeof toMedianWithoutTax>>;
const toMedianWithoutTax = (row: CountryRow) => ({
  status: row.exTaxStatus,
  basketSize: row.exTaxBasketSize,
  pctVsUs: row.exTaxPctVsUs,
  p10Pct: row.exTaxP10Pct,
  p25Pct: row.exTaxP25Pct,
  p75Pct: row.exTaxP75Pct,
  p90Pct: row.exTaxP90Pct,
  cheaperShare: row.exTaxCheaperShare,
  rank: row.exTaxRank,
  usdBilled: row.exTaxUsdBilled,
  medianLow: row.exTaxMedianLow,
  medianHigh: row.exTaxMedianHigh,
  shareEqualUs: row.exTaxShareEqualUs,
  commonPct: row.exTaxCommonPct,
  commonProducts: row.exTaxCommonCount,
});

/** `row` has figures that exist only as shown. */
const toIndex = (median: Median, row: CountryRow | null, version: Version): CountryIndex => ({
  base: BASE_COUNTRY,
  value: levelOf(need(median.pctVsUs)),
  pct_vs_us: need(median.pctVsUs),
  p10_pct: need(median.p10Pct),
  p25_pct: need(median.p25Pct),
  p75_pct: need(median.p75Pct),
  p90_pct: need(median.p90Pct),
  cheaper_pct: toSharePct(need(median.cheaperShare)),
  n_products: median.basketSize,
  rank: need(median.rank),
  usd_billed: need(median.usdBilled),
  model: row && toModel(row),
  median_low: median.medianLow,
  median_high: median.medianHigh,
  equal_pct: median.shareEqualUs === null ? null : toSharePct(median.shareEqualUs),
  common_basket: toCommonBasket(median),
  rate_low_pct: row?.rateLow ?? null,
  rate_high_pct: row?.rateHigh ?? null,
  rate_days: row === null || row.rateLow === null ? [] : listRateDays(version),
  without_doubt: row && toWithoutDoubt(row),
  change: row && toChange(row),
});

/** Days whose rates the band of the index is made of, oldest first. */
const listRateDays = ({ bandDays, fxDate }: Version) => (fxDate === null ? bandDays : [...bandDays, fxDate]);

const toModel = (row: CountryRow): CountryIndex["model"] =>
  isPublished(row.modelStatus)
    ? {
        value: need(row.modelValue),
        low: need(row.modelLow),
        high: need(row.modelHigh),
        se: row.modelSe,
        rank_low: row.modelRankLow,
        rank_high: row.modelRankHigh,
      }
    : null;

const toCommonBasket = ({ commonPct, commonProducts }: Median): CountryIndex["common_basket"] =>
  commonProducts === null
    ? null
    : { value: levelOf(need(commonPct)), pct_vs_us: need(commonPct), n_products: commonProducts };

const toWithoutDoubt = (row: CountryRow): CountryIndex["without_doubt"] =>
  row.withoutDoubtCount === null
    ? null
    : {
        value: levelOf(need(row.withoutDoubtPct)),
        pct_vs_us: need(row.withoutDoubtPct),
        median_low: row.withoutDoubtLow,
        median_high: row.withoutDoubtHigh,
        n_products: row.withoutDoubtCount,
      };

function toChange(row: CountryRow): CountryIndex["change"] {
  if (row.changeProducts === null) return null;
  const from = need(row.changeFromPct);
  const to = need(row.changeToPct);
  return {
    previous_version: need(row.previousVersion),
    n_products: row.changeProducts,
    from_pct: from,
    to_pct: to,
    points: Big(to).minus(from).toNumber(),
  };
}

const LeftOutRows = z
  .array(z.object({ reason: z.string(), products: z.int() }))
  .transform((rows) => rows.map(({ reason, products }) => ({ reason, n_products: products })));

const toExTax = (row: CountryRow): ExTaxIndex => ({
  value: row.exTaxPctVsUs === null ? null : levelOf(row.exTaxPctVsUs),
  pct_vs_us: row.exTaxPctVsUs,
  median_low: row.exTaxMedianLow,
  median_high: row.exTaxMedianHigh,
  shown_pct_vs_us: row.exTaxShownPct,
  n_products: row.exTaxBasketSize,
  left_out: LeftOutRows.parse(row.exTaxLeftOut),
  reason: isPublished(row.exTaxStatus) ? null : FEWER_WITHOUT_TAX,
});

function need<T>(figure: T | null): T {
  if (figure === null) throw new Error("a published index lacks a figure");
  return figure;
}
