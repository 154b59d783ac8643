import "server-only";
import { cache } from "react";
import { COUNTRY_PAGE_SIZE, type CountryQuery } from "@/lib/catalogue/countries/page-schema";
import type { CountryPrice } from "@/lib/catalogue/countries/prices/schema";
import { readFacts } from "@/lib/catalogue/filters/facts-data";
import { BASE_COUNTRY } from "@/lib/catalogue/price-index/rules";
import { differencePct } from "@/lib/catalogue/prices/rules";
import { findPricesById, readRankings } from "@/lib/catalogue/products/data";
import { productLabel } from "@/lib/catalogue/products/rules";
import { readLens, toTaxView } from "@/lib/catalogue/tax/lens/rules";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { once } from "@/lib/versions/once";
import { toDay } from "@/lib/versions/values";
import { arrangePrices, type ComparedPrice } from "./rules";

export type NamedPrice = ComparedPrice & { seriesId: number; name: string; plan: string };

type BasePrice = { usd: number | null; isRanked: boolean; isOutdated: boolean };

const keyOf = ({ productSlug, platform, period }: { productSlug: string; platform: string; period: string }) =>
  `${productSlug} ${platform} ${period}`;

/** US dollars a month in the base by product, platform and period. */
const readBasePrices = (version: Version, base: string, tax: TaxView) =>
  once(version, `prices-${tax}-of-base-${base}`, async (): Promise<ReadonlyMap<string, BasePrice>> => {
    const rows = await publishedDb().price.findMany({
      where: { versionId: version.id, countryCode: base },
      select: {
        productSlug: true,
        platform: true,
        period: true,
        fxStale: true,
        usdMonthly: true,
        exTaxUsdMonthly: true,
        isRanked: true,
        exTaxIsRanked: true,
        isOutdated: true,
      },
    });
    return new Map(
      rows.map(({ fxStale, usdMonthly, exTaxUsdMonthly, isRanked, exTaxIsRanked, isOutdated, ...row }) => [
        keyOf(row),
        {
          usd: fxStale ? null : tax === "shown" ? usdMonthly : exTaxUsdMonthly,
          isRanked: tax === "shown" ? isRanked : exTaxIsRanked,
          isOutdated,
        },
      ]),
    );
  });

/** Against `base`; against the United States as published. A page reads them once. */
export const readComparedPrices = cache(async function readComparedPrices(
  version: Version,
  country: string,
  tax: TaxView,
  base: string,
): Promise<readonly NamedPrice[]> {
  const isShown = tax === "shown";
  const [{ products }, rankings, ofBase, rows] = await Promise.all([
    readFacts(version),
    readRankings(version, tax),
    readBasePrices(version, base, tax),
    publishedDb().price.findMany({
      where: { versionId: version.id, countryCode: country },
      select: {
        seriesId: true,
        productSlug: true,
        platform: true,
        period: true,
        currency: true,
        sourceId: true,
        verifiedOn: true,
        fxStale: true,
        usdMonthly: isShown,
        isRanked: true,
        exTaxIsRanked: true,
        isOutdated: true,
        usUsdMonthly: isShown,
        pctVsUs: isShown,
        exTaxUsdMonthly: !isShown,
        usExTaxMonthly: !isShown,
        exTaxPctVsUs: !isShown,
      },
      orderBy: { position: "asc" },
    }),
  ]);
  const facts = new Map(products.map((product) => [product.slug, product]));
  return rows.flatMap((row) => {
    const product = facts.get(row.productSlug);
    if (product === undefined) return [];
    const { name, plan, category, inBasket } = product;
    const [shown, us, pct] = isShown
      ? [row.usdMonthly, row.usUsdMonthly, row.pctVsUs]
      : [row.exTaxUsdMonthly, row.usExTaxMonthly, row.exTaxPctVsUs];
    const usd = row.fxStale ? null : shown;
    const own = ofBase.get(keyOf(row));
    const compared = base === BASE_COUNTRY ? { us, pct } : { us: own?.usd ?? null, pct: differencePct(usd, own?.usd) };
    return {
      seriesId: row.seriesId,
      product: row.productSlug,
      name,
      plan,
      label: productLabel(product),
      category,
      inBasket,
      platform: row.platform,
      period: row.period,
      currency: row.currency,
      source: row.sourceId,
      verifiedOn: toDay(row.verifiedOn),
      isLeftOut: rankings.get(row.productSlug) !== "last_seen" && (row.isOutdated || own?.isOutdated === true),
      isCertain:
        rankings.get(row.productSlug) === "certain" &&
        (isShown ? row.isRanked : row.exTaxIsRanked) &&
        own?.isRanked === true,
      usd,
      ...compared,
    };
  });
});

export async function findCountryRecords(
  version: Version,
  prices: readonly NamedPrice[],
  tax: TaxView,
): Promise<CountryPrice[]> {
  const ids = prices.map(({ seriesId }) => seriesId);
  const records = await findPricesById(version, ids, tax);
  return prices.flatMap(({ seriesId, name, plan, category, us, pct }) => {
    const price = records.get(seriesId);
    return price === undefined ? [] : [{ price, name, plan, category, us_usd_monthly: us, pct }];
  });
}

/**
 * One page and the number of all matches. Unknown values come last in either order; ties by product name and period.
 */
export async function findCountryPrices(
  version: Version,
  country: string,
  query: CountryQuery,
  pageSize = COUNTRY_PAGE_SIZE,
  base = BASE_COUNTRY,
): Promise<{ total: number; rows: CountryPrice[] }> {
  const tax = toTaxView(readLens(query));
  const prices = arrangePrices(await readComparedPrices(version, country, tax, base), query);
  const start = (query.page - 1) * pageSize;
  return {
    total: prices.length,
    rows: await findCountryRecords(version, prices.slice(start, start + pageSize), tax),
  };
}
