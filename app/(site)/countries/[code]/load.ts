import "server-only";
import { notFound, permanentRedirect } from "next/navigation";
import { cache } from "react";
import type { CountryDayPage } from "@/components/country/day-prices";
import { type CountryPage, toRow } from "@/components/country/model";
import { readCompareOptions } from "@/lib/catalogue/compare/options-data";
import { findCategoriesAgainst, readCountriesAgainst } from "@/lib/catalogue/countries/base/data";
import { findCountryFigures } from "@/lib/catalogue/countries/figures/data";
import { COUNTRY_PAGE_SIZE, CountryQuery, toShownSort } from "@/lib/catalogue/countries/page-schema";
import { findCountryPrices } from "@/lib/catalogue/countries/prices/data";
import type { CountryPrice } from "@/lib/catalogue/countries/prices/schema";
import { withIndex } from "@/lib/catalogue/countries/rules";
import { readFacts } from "@/lib/catalogue/filters/facts-data";
import { readDisplayCurrency } from "@/lib/catalogue/fx/display-data";
import { makeMoney, nameTaxFree } from "@/lib/catalogue/fx/money-rules";
import { toDisplayed } from "@/lib/catalogue/prices/converted/data";
import { findPricesOfDay, findShownDays } from "@/lib/catalogue/prices/days/data";
import { cheapestByCountry } from "@/lib/catalogue/prices/rules";
import { findCheapestEach, findCurrentProduct } from "@/lib/catalogue/products/data";
import { findNames } from "@/lib/catalogue/search/data";
import { readLens, toTaxView } from "@/lib/catalogue/tax/lens/rules";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { nameSources } from "@/lib/dataset/rules";
import { findRowReports } from "@/lib/desk/reports/data";
import { toSeriesText } from "@/lib/desk/reports/rules";
import { readDayContext } from "@/lib/pages/context";
import { readPageQuery, type SearchParams } from "@/lib/pages/query";
import type { Version } from "@/lib/versions/current";

/** Read once for each request; shows not-found, or redirects to the address in upper case. */
export const readCountry = cache(async (version: Version, code: string, tax: TaxView, base: string) => {
  const upper = code.toUpperCase();
  const [countries, figures] = await Promise.all([
    readCountriesAgainst(version, { tax, base }),
    findCountryFigures(version, upper, tax, base),
  ]);
  const country = countries.find((one) => one.country === upper);
  if (country === undefined || figures === null) notFound();
  if (code !== upper) permanentRedirect(`/countries/${upper}`);
  return { country, indexed: withIndex(countries), figures };
});

/** Pictures, frames and files are against the United States, whoever asks. */
export async function loadCountryPage(
  version: Version,
  code: string,
  params: SearchParams,
  { base = "US", home = null }: { base?: string; home?: string | null } = {},
) {
  const { query, refused } = readPageQuery(params, CountryQuery);
  const lens = readLens(query);
  const tax = toTaxView(lens);
  const sort = toShownSort(query.sort, { code: code.toUpperCase(), lens, base });
  const [read, { total, rows }, medians, { context, today, days }, { currency, unknown }, reports] = await Promise.all([
    readCountry(version, code, tax, base),
    findCountryPrices(version, code.toUpperCase(), { ...query, sort }, COUNTRY_PAGE_SIZE, base),
    findCategoriesAgainst(version, tax, base),
    readDayContext(version, undefined, findShownDays(version, { country: [code.toUpperCase()] })),
    readDisplayCurrency(version, query.currency),
    findRowReports(version, { country: code.toUpperCase() }),
  ]);
  const sources = nameSources(read.figures.sources, context.summary.sources);
  const slugs = rows.map(({ price }) => price.product);
  const cheapest = await findCheapestEach(version, slugs, tax);
  const shown = toDisplayed({ figures: read.figures, rows, cheapest: [...cheapest] }, currency, tax);
  const isLastSeen = ({ price }: CountryPrice) =>
    price.outdated === true && cheapest.get(price.product)?.ranking !== "last_seen";
  // A country with old prices alone shows them as its list.
  const isDivided = !shown.rows.every(isLastSeen);
  const money = lens === "excluded" ? nameTaxFree(makeMoney(currency)) : makeMoney(currency);
  const page: CountryPage = {
    ...read,
    base,
    figures: shown.figures,
    rows: shown.rows.filter((row) => !isDivided || !isLastSeen(row)).map(toRow),
    lastSeen: shown.rows.filter((row) => isDivided && isLastSeen(row)).map(toRow),
    isOwn: home === code.toUpperCase(),
    cheapest: new Map(shown.cheapest),
    found: total,
    medians,
    query,
    lens,
    money,
    today,
    context,
    sources,
    reports: new Map(reports.map((report) => [toSeriesText(report), report])),
  };
  return { page, days, refused: unknown ? [...refused, { parameter: "currency", given: unknown }] : refused };
}

/** More than a country has. */
const MOST_PRICES = 100_000;

/** Subscriptions without a price in the country, and, where it has no index, prices of its example in the nearest countries. */
export async function loadAround(version: Version, { country, figures, lens, query }: CountryPage) {
  const [{ products }, facts, { currency }, { rows }] = await Promise.all([
    findNames(version),
    readFacts(version),
    readDisplayCurrency(version, query.currency),
    findCountryPrices(version, country.country, CountryQuery.parse({}), MOST_PRICES),
  ]);
  const services = new Map(facts.products.map(({ slug, service }) => [slug, service]));
  const serviceOf = (slug: string) => services.get(slug) ?? slug;
  const here = new Set(rows.map(({ price }) => price.product));
  const missing = products.filter(({ slug, countries }) => countries > 0 && !here.has(slug));
  const example = figures.example.price.product;
  const found =
    country.index === null ? await findCurrentProduct(version, { slug: example, tax: toTaxView(lens) }) : null;
  const product = found && "data" in found ? toDisplayed(found.data, currency, toTaxView(lens)) : null;
  return {
    services: [...new Set(rows.map(({ price }) => serviceOf(price.product)))],
    missing: { names: missing.map(({ label }) => label), count: missing.length },
    nearby: product && cheapestByCountry(product.prices),
  };
}

export async function loadCountryDay(version: Version, code: string, date: string, query: CountryQuery) {
  const lens = readLens(query);
  const { platform, period, page } = query;
  const [{ data, total }, { context, days }, { currency, unknown }, { label }] = await Promise.all([
    findPricesOfDay(version, {
      country: [code],
      platform: platform && [platform],
      period: period && [period],
      date,
      tax: toTaxView(lens),
      page,
      readFirst: true,
      page_size: COUNTRY_PAGE_SIZE,
    }),
    readDayContext(version, date, findShownDays(version, { country: [code] })),
    readDisplayCurrency(version, query.currency, date),
    readCompareOptions(version),
  ]);
  const money = lens === "excluded" ? nameTaxFree(makeMoney(currency)) : makeMoney(currency);
  const rows = toDisplayed(data, currency, toTaxView(lens)).map((price) => ({
    price,
    label: label(price.product),
  }));
  const dayPage: CountryDayPage = { code, date, rows, total, query, lens, money, context };
  return { page: dayPage, days, refused: unknown ? [{ parameter: "currency", given: unknown }] : [] };
}
