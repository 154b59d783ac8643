import "server-only";
import Big from "big.js";
import { z } from "zod";
import { BASE_COUNTRY, FEWER_WITHOUT_TAX } from "@/lib/catalogue/price-index/rules";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { readOncePerTaxView } from "@/lib/catalogue/tax/view-data";
import { toIso3 } from "@/lib/contract/codes";
import { groupBy } from "@/lib/contract/group-by";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { toDay, toNumber } from "@/lib/versions/values";
import type { Country as CountryRow, MedianIndex } from "@/prisma/client/client";
import { levelOf, toSharePct } from "./rules";
import type { Country, CountryIndex, ExTaxIndex } from "./schema";

export const readCountries = readOncePerTaxView("countries", async (version, tax): Promise<readonly Country[]> => {
  const [rows, medians] = await Promise.all([
    publishedDb().country.findMany({
      where: { versionId: version.id, prices: { gt: 0 } },
      orderBy: { code: "asc" },
    }),
    publishedDb().medianIndex.findMany({ where: { versionId: version.id } }),
  ]);
  const indexes = groupBy(medians, ({ countryCode }) => countryCode);
  return rows.map((row) => toCountry(row, indexes.get(row.code) ?? [], version, tax));
});

/** `medians`: its median index in both tax views; none where no price of the country is compared. */
function toCountry(row: CountryRow, medians: readonly MedianIndex[], version: Version, tax: TaxView): Country {
  const shown = medians.find(({ taxView }) => taxView === "shown");
  const excluded = medians.find(({ taxView }) => taxView === "excluded");
  const median = tax === "shown" ? shown : excluded;
  const { code, name, region, currency, products, prices } = row;
  return {
    country: code,
    iso3: toIso3(code),
    name,
    region,
    currency,
    n_products: products,
    n_prices: prices,
    index: isPublished(median) ? toIndex(median, tax === "shown" ? toModel(row) : null, version) : null,
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
      ratio: row.incomeRatio,
    },
    purchasing_power: {
      factor: toNumber(row.pppFactor),
      official_rate: toNumber(row.pppOfficialRate),
      price_level: toNumber(row.priceLevel),
      year: row.pppYear,
      reason: row.pppReason,
      ratio: row.pppRatio,
    },
    ex_tax: isPublished(shown) && excluded ? toExTax(excluded) : null,
    index_status: isPublished(median) ? "published" : "insufficient_basket",
  };
}

const isPublished = (index: MedianIndex | undefined): index is MedianIndex => index?.status === "published";

const toIndex = (median: MedianIndex, model: CountryIndex["model"], version: Version): CountryIndex => ({
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
  model,
  median_low: median.medianLow,
  median_high: median.medianHigh,
  equal_pct: median.shareEqualUs === null ? null : toSharePct(median.shareEqualUs),
  common_basket: toCommonBasket(median),
  rate_low_pct: median.rateLow,
  rate_high_pct: median.rateHigh,
  rate_days: median.rateLow === null ? [] : listRateDays(version),
  without_doubt: toWithoutDoubt(median),
  change: toChange(median),
});

/** Days whose rates the band of the index is made of, oldest first. */
const listRateDays = ({ bandDays, fxDate }: Version) => (fxDate === null ? bandDays : [...bandDays, fxDate]);

const toModel = (row: CountryRow): CountryIndex["model"] =>
  row.modelStatus === "published"
    ? {
        value: need(row.modelValue),
        low: need(row.modelLow),
        high: need(row.modelHigh),
        se: row.modelSe,
        rank_low: row.modelRankLow,
        rank_high: row.modelRankHigh,
      }
    : null;

const toCommonBasket = ({ commonPct, commonProducts }: MedianIndex): CountryIndex["common_basket"] =>
  commonProducts === null
    ? null
    : { value: levelOf(need(commonPct)), pct_vs_us: need(commonPct), n_products: commonProducts };

const toWithoutDoubt = (row: MedianIndex): CountryIndex["without_doubt"] =>
  row.withoutDoubtCount === null
    ? null
    : {
        value: levelOf(need(row.withoutDoubtPct)),
        pct_vs_us: need(row.withoutDoubtPct),
        median_low: row.withoutDoubtLow,
        median_high: row.withoutDoubtHigh,
        n_products: row.withoutDoubtCount,
      };

function toChange(row: MedianIndex): CountryIndex["change"] {
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

const toExTax = (median: MedianIndex): ExTaxIndex => ({
  value: median.pctVsUs === null ? null : levelOf(median.pctVsUs),
  pct_vs_us: median.pctVsUs,
  median_low: median.medianLow,
  median_high: median.medianHigh,
  shown_pct_vs_us: median.shownPct,
  n_products: median.basketSize,
  left_out: LeftOutRows.parse(median.leftOut),
  reason: isPublished(median) ? null : FEWER_WITHOUT_TAX,
});

function need<T>(figure: T | null): T {
  if (figure === null) throw new Error("a published index lacks a figure");
  return figure;
}
