import "server-only";
import { notFound, permanentRedirect } from "next/navigation";
import { cache } from "react";
import type { ProductPage } from "@/components/product/model";
import { readCountries } from "@/lib/catalogue/countries/data";
import { readHomeCountry } from "@/lib/catalogue/countries/home-data";
import { findCoverageStatus } from "@/lib/catalogue/coverage/data";
import { readDisplayCurrency } from "@/lib/catalogue/fx/display-data";
import { makeMoney, nameTaxFree } from "@/lib/catalogue/fx/money-rules";
import { BASE_COUNTRY } from "@/lib/catalogue/price-index/rules";
import { toDisplayed } from "@/lib/catalogue/prices/converted/data";
import { findShownDays } from "@/lib/catalogue/prices/days/data";
import { cheapestByCountry, compareWith, isListed, pairWith, rankedOf } from "@/lib/catalogue/prices/rules";
import type { PriceTableRow } from "@/lib/catalogue/prices/table-rules";
import { findCurrentProduct, findProductOfDay } from "@/lib/catalogue/products/data";
import { ProductQuery } from "@/lib/catalogue/products/page-schema";
import { productLabel } from "@/lib/catalogue/products/rules";
import { readLens, toTaxView } from "@/lib/catalogue/tax/lens/rules";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { COUNTRY_CODES } from "@/lib/contract/codes";
import { listUsedSources } from "@/lib/dataset/rules";
import { findRowReports } from "@/lib/desk/reports/data";
import { toSeriesText } from "@/lib/desk/reports/rules";
import { MIN_LENS_PLACES } from "@/lib/findings/lens-rules";
import { readDayContext } from "@/lib/pages/context";
import { type RefusedParameter, readPageQuery, type SearchParams } from "@/lib/pages/query";
import type { Version } from "@/lib/versions/current";

/** Read once for each request; shows not-found, or redirects to the address in lower case. */
const readProduct = cache(async (version: Version, slug: string, tax: TaxView) => {
  const found = await findCurrentProduct(version, { slug, tax });
  if (!("data" in found)) notFound();
  const product = found.data;
  if (product.product !== slug) permanentRedirect(`/services/${product.product}`);
  return product;
});

export const readProductOf = cache(async (version: Version, slug: string, tax: TaxView, date: string | undefined) => {
  const current = await readProduct(version, slug, tax);
  if (date === undefined) return { ...current, unread: 0 };
  const found = await findProductOfDay(version, { slug: current.product, tax, date });
  if (!("data" in found)) notFound();
  const prices = found.data.prices.filter(isListed);
  return { ...found.data, prices, unread: found.data.prices.length - prices.length };
});

export async function loadProductPage(version: Version, slug: string, params: SearchParams) {
  const { query, refused } = readPageQuery(params, ProductQuery);
  const lens = readLens(query);
  const [{ unread, ...found }, { context, today, days }, display, countries, reports] = await Promise.all([
    readProductOf(version, slug, toTaxView(lens), query.date),
    readDayContext(version, query.date, findShownDays(version, { product: [slug.toLowerCase()] })),
    readDisplayCurrency(version, query.currency, query.date),
    readCountries(version, "shown"),
    findRowReports(version, { product: slug }),
  ]);
  const { currency, unknown } = display;
  const money = makeMoney(currency);
  const product = toDisplayed(found, currency, toTaxView(lens));
  const lowest = cheapestByCountry(product.prices);
  const priced = new Set(lowest.map(({ country }) => country));
  const own = await readHomeCountry(new Set(COUNTRY_CODES));
  const country = query.home ?? own.code ?? BASE_COUNTRY;
  const home = priced.has(country) ? country : null;
  const statusOf = await findCoverageStatus(version, [found.product]);
  const unpriced = home === null ? { country, status: statusOf(found.product, country) } : null;
  const baseCode = home ?? BASE_COUNTRY;
  const baseUsd = lowest.find((price) => price.country === baseCode)?.usd_monthly ?? null;
  const base = baseUsd === null ? null : { country: baseCode, usd: baseUsd };
  const likeOf = pairWith(product.prices, baseCode);
  const byCode = new Map(countries.map((country) => [country.country, country]));
  const ranked = rankedOf(lowest);
  const known = lens === "income" ? ranked.filter(({ income_share_pct }) => income_share_pct !== null) : ranked;
  const page: ProductPage = {
    product,
    label: productLabel(product),
    lowest,
    ranked,
    base,
    home,
    unpriced,
    isOwn: country === (own.code ?? BASE_COUNTRY),
    isGuessed: query.home === undefined && !own.isRemembered,
    query,
    lens,
    told: {
      ranking: product.ranking,
      tense: query.date === undefined ? "present" : "past",
      isAged: query.date === undefined && context.age !== null,
      isTaxFree: lens === "excluded",
    },
    isThin: lens !== "shown" && known.length < MIN_LENS_PLACES,
    money: lens === "excluded" ? nameTaxFree(money) : money,
    today,
    context,
    sources: listUsedSources(product.prices, context.summary.sources),
    reports: new Map(reports.map((report) => [toSeriesText(report), report])),
  };
  const rows: PriceTableRow[] = product.prices.map((price) => ({
    price,
    name: byCode.get(price.country)?.name ?? price.country,
    region: byCode.get(price.country)?.region ?? "",
    pct:
      baseCode === BASE_COUNTRY
        ? (price.pct_vs_us ?? null)
        : (compareWith(likeOf(price), price, toTaxView(lens)).pct_vs_us ?? null),
  }));
  const inVain: RefusedParameter[] = [...refused, ...(unknown ? [{ parameter: "currency", given: unknown }] : [])];
  return { page, days, unread, rows, shownMoney: money, refused: inVain };
}
