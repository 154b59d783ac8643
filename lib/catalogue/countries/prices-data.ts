import "server-only";
import { readFacts } from "@/lib/catalogue/filters/facts-data";
import { PERIOD_OPEN } from "@/lib/catalogue/prices/evidence-rules";
import { findPricesById } from "@/lib/catalogue/products/data";
import { productLabel } from "@/lib/catalogue/products/rules";
import { readLens, toTaxView } from "@/lib/catalogue/tax/lens-rules";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { oncePerVersion } from "@/lib/versions/once";
import { toDay, toNumber } from "@/lib/versions/values";
import type { CountryPrice } from "./detail-schema";
import { COUNTRY_PAGE_SIZE, type CountryQuery } from "./page-schema";
import { arrangePrices, type ComparedPrice } from "./price-rules";

export type NamedPrice = ComparedPrice & { seriesId: number; name: string; plan: string };

const readOpenInUs = oncePerVersion("open-in-us", async ({ id: versionId }): Promise<ReadonlySet<string>> => {
  const rows = await publishedDb().price.findMany({
    where: { versionId, countryCode: "US", evidence: PERIOD_OPEN },
    select: { productSlug: true, platform: true, period: true },
  });
  return new Set(rows.map(({ productSlug, platform, period }) => `${productSlug} ${platform} ${period}`));
});

export async function readComparedPrices(version: Version, country: string, tax: TaxView): Promise<NamedPrice[]> {
  const isShown = tax === "shown";
  const [{ products }, openInUs, rows] = await Promise.all([
    readFacts(version),
    readOpenInUs(version),
    publishedDb().price.findMany({
      where: { versionId: version.id, countryCode: country },
      select: {
        ...{ seriesId: true, productSlug: true, platform: true, period: true, currency: true, sourceId: true },
        ...{
          verifiedOn: true,
          fxStale: true,
          evidence: true,
          usdMonthly: isShown,
          usUsdMonthly: isShown,
          pctVsUs: isShown,
        },
        ...{ exTaxUsdMonthly: !isShown, usExTaxMonthly: !isShown, exTaxPctVsUs: !isShown },
      },
      orderBy: { position: "asc" },
    }),
  ]);
  const facts = new Map(products.map((product) => [product.slug, product]));
  return rows.flatMap((row) => {
    const product = facts.get(row.productSlug);
    if (product === undefined) return [];
    const { name, plan, category, inBasket } = product;
    const [usd, us, pct] = isShown
      ? [row.usdMonthly, row.usUsdMonthly, row.pctVsUs]
      : [row.exTaxUsdMonthly, row.usExTaxMonthly, row.exTaxPctVsUs];
    return {
      ...{ seriesId: row.seriesId, product: row.productSlug, name, plan, label: productLabel(product), category },
      ...{ inBasket, platform: row.platform, period: row.period, currency: row.currency, source: row.sourceId },
      verifiedOn: toDay(row.verifiedOn),
      isOpen: row.evidence === PERIOD_OPEN || openInUs.has(`${row.productSlug} ${row.platform} ${row.period}`),
      ...{ usd: row.fxStale ? null : toNumber(usd), us: toNumber(us), pct: toNumber(pct) },
    };
  });
}

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
): Promise<{ total: number; rows: CountryPrice[] }> {
  const tax = toTaxView(readLens(query));
  const prices = arrangePrices(await readComparedPrices(version, country, tax), query);
  const start = (query.page - 1) * pageSize;
  return {
    total: prices.length,
    rows: await findCountryRecords(version, prices.slice(start, start + pageSize), tax),
  };
}
