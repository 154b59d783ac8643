import "server-only";
import Big from "big.js";
import { escapeLiteral } from "pg";
import type { ListQuery } from "@/lib/api/formats";
import { type CountryMedian, MedianRelativeIndex } from "@/lib/catalogue/price-index/median-relative";
import { readByProduct } from "@/lib/catalogue/price-index/prices-data";
import {
  BASE_COUNTRY,
  FEWER_WITHOUT_TAX,
  MIN_BASKET_SIZE,
  MIN_CATEGORY_SIZE,
  roundPct,
  roundShare,
} from "@/lib/catalogue/price-index/rules";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { readOncePerTaxView } from "@/lib/catalogue/tax/view-data";
import { toIso3 } from "@/lib/contract/codes";
import { longPool, publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { once } from "@/lib/versions/once";
import { toNumber } from "@/lib/versions/values";
import type { Country as CountryRow } from "@/prisma/client/client";
import type { listCountries } from "./endpoints";
import { type Country, type CountryIndex, ExTaxIndex } from "./schema";

export const readCountries = readOncePerTaxView("countries", async (version, tax): Promise<readonly Country[]> => {
  const rows = await publishedDb().country.findMany({
    where: { versionId: version.id, prices: { gt: 0 } },
    orderBy: { code: "asc" },
  });
  return rows.map((row) => toCountry(row, version, tax));
});

export async function findCountries(version: Version, query: ListQuery<typeof listCountries>) {
  const { tax, base, category } = query;
  const countries = await readCountries(version, tax);
  if (base === BASE_COUNTRY && category === undefined) return { data: [...countries] };
  const indexes = await readIndexes(version, { tax, base, category });
  const data = countries.map((country): Country => {
    const index = indexes.get(country.code) ?? null;
    return { ...country, index, index_status: index === null ? "insufficient_basket" : "published" };
  });
  return { data };
}

type Asked = Pick<ListQuery<typeof listCountries>, "tax" | "base" | "category">;

/** Computed once a version from the products that both countries sell. */
const readIndexes = (version: Version, { tax, base, category = "" }: Asked) =>
  once(version, `index ${tax} ${base} ${category}`, async (): Promise<ReadonlyMap<string, CountryIndex>> => {
    const least = category === "" ? MIN_BASKET_SIZE : MIN_CATEGORY_SIZE;
    const index = new MedianRelativeIndex(base, least);
    const condition = [
      "t.in_basket",
      `EXISTS (SELECT FROM price b WHERE b.version_id = p.version_id AND b.product = p.product AND b.country = ${escapeLiteral(base)})`,
      ...(category === "" ? [] : [`t.category = ${escapeLiteral(category)}`]),
    ].join(" AND ");
    const client = await longPool().connect();
    let isRead = false;
    try {
      for await (const prices of readByProduct(client, version.id, condition))
        index.addProduct(tax === "shown" ? prices : prices.map((price) => ({ ...price, usd: price.exTaxUsd })));
      isRead = true;
    } finally {
      client.release(!isRead);
    }
    const medians = index.solve();
    return new Map(
      medians.flatMap((median) => (median.figures === null ? [] : [[median.country, toOwnIndex(median, base)]])),
    );
  });

function toOwnIndex({ basketSize, figures }: CountryMedian & { status: "published" }, base: string): CountryIndex {
  const { interval, common } = figures;
  const pct = roundPct(figures.pctVsUs);
  return {
    ...{ base, value: levelOf(pct), pct_vs_us: pct },
    ...{ p10_pct: roundPct(figures.p10Pct), p25_pct: roundPct(figures.p25Pct), p75_pct: roundPct(figures.p75Pct) },
    ...{ p90_pct: roundPct(figures.p90Pct), cheaper_share: roundShare(figures.cheaperShare), basket_size: basketSize },
    ...{ rank: figures.rank, usd_billed: figures.usdBilled, model: null },
    ...{ median_low: interval && roundPct(interval.low), median_high: interval && roundPct(interval.high) },
    share_equal_us: roundShare(figures.shareEqualUs),
    common_basket: toCommonBasket({
      commonPct: common && roundPct(common.pctVsUs),
      commonProducts: common?.products ?? null,
    }),
    ...{ rate_low_pct: null, rate_high_pct: null, rate_days: [], without_doubt: null, change: null },
  };
}

function toCountry(row: CountryRow, version: Version, tax: TaxView): Country {
  const median = tax === "shown" ? row : toMedianWithoutTax(row);
  const { code, name, currency, region, products, prices } = row;
  return {
    ...{ code, iso3: toIso3(code), name, currency, region, products, prices },
    index: isPublished(median.status) ? toIndex(median, tax === "shown" ? row : null, version) : null,
    index_status: isPublished(median.status) ? "published" : "insufficient_basket",
    index_fx_date: version.fxDate,
    ex_tax: isPublished(row.status) ? toExTax(row) : null,
    income: {
      ...{ gni_per_capita_usd: toNumber(row.gniPerCapitaUsd), year: row.incomeYear, reason: row.incomeReason },
      ratio: toNumber(row.incomeRatio),
    },
    purchasing_power: {
      ...{ price_level: toNumber(row.priceLevel), year: row.pppYear, reason: row.pppReason },
      ratio: toNumber(row.pppRatio),
    },
  };
}

const isPublished = (status: string) => status === "published";

type Median = Pick<CountryRow, keyof ReturnType<typeof toMedianWithoutTax>>;
const toMedianWithoutTax = (row: CountryRow) => ({
  ...{ status: row.exTaxStatus, basketSize: row.exTaxBasketSize, pctVsUs: row.exTaxPctVsUs },
  ...{ p10Pct: row.exTaxP10Pct, p25Pct: row.exTaxP25Pct, p75Pct: row.exTaxP75Pct, p90Pct: row.exTaxP90Pct },
  ...{ cheaperShare: row.exTaxCheaperShare, rank: row.exTaxRank, usdBilled: row.exTaxUsdBilled },
  ...{ medianLow: row.exTaxMedianLow, medianHigh: row.exTaxMedianHigh, shareEqualUs: row.exTaxShareEqualUs },
  ...{ commonPct: row.exTaxCommonPct, commonProducts: row.exTaxCommonCount },
});

/** `row` has figures that exist only as shown. */
const toIndex = (median: Median, row: CountryRow | null, version: Version): CountryIndex => ({
  ...{ base: BASE_COUNTRY, value: levelOf(need(median.pctVsUs)), pct_vs_us: need(median.pctVsUs) },
  ...{ p10_pct: need(median.p10Pct), p25_pct: need(median.p25Pct), p75_pct: need(median.p75Pct) },
  ...{ p90_pct: need(median.p90Pct), cheaper_share: need(median.cheaperShare), basket_size: median.basketSize },
  ...{ rank: need(median.rank), usd_billed: need(median.usdBilled), model: row && toModel(row) },
  ...{ median_low: median.medianLow, median_high: median.medianHigh, share_equal_us: median.shareEqualUs },
  common_basket: toCommonBasket(median),
  ...{ rate_low_pct: row?.rateLow ?? null, rate_high_pct: row?.rateHigh ?? null },
  rate_days: row === null || row.rateLow === null ? [] : listRateDays(version),
  without_doubt: row && toWithoutDoubt(row),
  change: row && toChange(row),
});

/** Days whose rates the band of the index is made of, oldest first. */
const listRateDays = ({ bandDays, fxDate }: Version) => (fxDate === null ? bandDays : [...bandDays, fxDate]);

const toModel = (row: CountryRow): CountryIndex["model"] =>
  isPublished(row.modelStatus)
    ? {
        ...{ value: need(row.modelValue), low: need(row.modelLow), high: need(row.modelHigh) },
        se: row.modelSe,
        ...{ rank_low: row.modelRankLow, rank_high: row.modelRankHigh },
      }
    : null;

const toCommonBasket = ({
  commonPct,
  commonProducts,
}: Pick<Median, "commonPct" | "commonProducts">): CountryIndex["common_basket"] =>
  commonProducts === null
    ? null
    : { value: levelOf(need(commonPct)), pct_vs_us: need(commonPct), products: commonProducts };

const toWithoutDoubt = (row: CountryRow): CountryIndex["without_doubt"] =>
  row.withoutDoubtCount === null
    ? null
    : {
        ...{ value: levelOf(need(row.withoutDoubtPct)), pct_vs_us: need(row.withoutDoubtPct) },
        ...{ median_low: row.withoutDoubtLow, median_high: row.withoutDoubtHigh, products: row.withoutDoubtCount },
      };

function toChange(row: CountryRow): CountryIndex["change"] {
  if (row.changeProducts === null) return null;
  const [from, to] = [need(row.changeFromPct), need(row.changeToPct)];
  return {
    ...{ previous_version: need(row.previousVersion), products: row.changeProducts },
    ...{ from_pct: from, to_pct: to, points: Big(to).minus(from).toNumber() },
  };
}

const toExTax = (row: CountryRow): ExTaxIndex => ({
  ...{ value: row.exTaxPctVsUs === null ? null : levelOf(row.exTaxPctVsUs), pct_vs_us: row.exTaxPctVsUs },
  ...{ median_low: row.exTaxMedianLow, median_high: row.exTaxMedianHigh, shown_pct_vs_us: row.exTaxShownPct },
  ...{ basket_size: row.exTaxBasketSize, left_out: ExTaxIndex.shape.left_out.parse(row.exTaxLeftOut) },
  reason: isPublished(row.exTaxStatus) ? null : FEWER_WITHOUT_TAX,
});

const levelOf = (pct: number) => Big(100).plus(pct).toNumber();

function need<T>(figure: T | null): T {
  if (figure === null) throw new Error("a published index lacks a figure");
  return figure;
}
