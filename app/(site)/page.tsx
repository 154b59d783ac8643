import type { Metadata } from "next";
import { HomeCategories } from "@/components/home/categories";
import { FreshnessFigure } from "@/components/home/freshness";
import { KnownServicesTable } from "@/components/home/known-services-table";
import { LargestChanges } from "@/components/home/largest-changes";
import { Lead } from "@/components/home/lead";
import { LensLead } from "@/components/home/lens-lead";
import { Lookup } from "@/components/home/lookup";
import { Ranking } from "@/components/home/ranking";
import { JsonLd } from "@/components/site/json-ld";
import { LensNav } from "@/components/site/lens-nav";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { PageHead } from "@/components/ui/page-head";
import { findCategoryMedians } from "@/lib/catalogue/categories/data";
import { readCountries } from "@/lib/catalogue/countries/data";
import { withIndex } from "@/lib/catalogue/countries/rules";
import { readDisplayCurrency } from "@/lib/catalogue/fx/display-data";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { toDisplayed } from "@/lib/catalogue/prices/converted-data";
import { findLargestChanges, findReadTwice } from "@/lib/catalogue/prices/largest-changes-data";
import { readKnownServices } from "@/lib/catalogue/products/against-us-data";
import { findNames } from "@/lib/catalogue/search/data";
import { readLens, toLensParams, toTaxView } from "@/lib/catalogue/tax/lens-rules";
import type { Lens } from "@/lib/catalogue/tax/lens-schema";
import { findCoverage } from "@/lib/dataset/coverage-data";
import { findFreshness } from "@/lib/dataset/summary-data";
import { writeCoverage } from "@/lib/findings/dataset-rules";
import { readPageContext } from "@/lib/pages/context";
import { describeEmbeddable } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import { HomeQuery } from "@/lib/pages/parameters";
import { readPageQuery, type SearchParams, toHref } from "@/lib/pages/query";
import { toDataset } from "@/lib/pages/structured-data";

type Props = { searchParams: Promise<SearchParams> };

const TITLE = "Price Atlas: what digital subscriptions cost, country by country";

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const coverage = writeCoverage(await findCoverage(await readPageVersion(await searchParams)));
  const description = `${coverage}. Each price has its source and its day; an index, an open API and all data under CC BY 4.0.`;
  const described = describeEmbeddable({ title: TITLE, description, path: "/", image: "/image/index/card.png" });
  return { ...described, title: { absolute: TITLE } };
}

export default async function HomePage({ searchParams }: Props) {
  const given = await searchParams;
  const { query, refused } = readPageQuery(given, HomeQuery);
  const version = await readPageVersion(given);
  const lens = readLens(query);
  const [
    { context, today },
    { currency, unknown },
    countries,
    medians,
    services,
    changes,
    readTwice,
    days,
    names,
    coverage,
  ] = await Promise.all([
    readPageContext(version),
    readDisplayCurrency(version, query.currency),
    readCountries(version, toTaxView(lens)),
    findCategoryMedians(version, toTaxView(lens)),
    readKnownServices(version),
    findLargestChanges(version),
    findReadTwice(version),
    findFreshness(version),
    findNames(version),
    findCoverage(version),
  ]);
  const { base, summary } = context;
  const indexed = withIndex(countries);
  const place = { path: "/", lens, map: query.map } as const;
  const hrefOf = (other: Lens) => toHref("/", { currency: query.currency, ...toLensParams(other) });
  const nav = <LensNav current={lens} hrefOf={hrefOf} />;
  return (
    <>
      <RefusedParameters refused={unknown ? [...refused, { parameter: "currency", given: unknown }] : refused} />
      {indexed.length > 1 ? (
        <>
          {lens === "shown" ? (
            <Lead countries={indexed} nav={nav} place={place} context={context} />
          ) : (
            <LensLead countries={indexed} all={countries} lens={lens} nav={nav} place={place} context={context} />
          )}
          <Ranking countries={indexed} lens={lens} total={summary.countries} />
        </>
      ) : (
        <PageHead
          title={writeCoverage(coverage)}
          deck="No country has enough subscriptions in common with the US for an index yet."
        />
      )}
      <Lookup examples={chooseExamples(services, names)} />
      <HomeCategories medians={medians} tax={toTaxView(lens)} context={context} />
      <KnownServicesTable
        products={toDisplayed(services, currency)}
        money={makeMoney(currency)}
        lens={lens}
        today={today}
        context={context}
      />
      <section className="section grid">
        <div className="span-7">
          <LargestChanges {...changes} readTwice={readTwice} context={context} />
        </div>
        <div className="span-5">
          <FreshnessFigure days={days} today={today} context={context} />
        </div>
      </section>
      <JsonLd
        value={toDataset(base, summary, {
          name: "Price Atlas: prices of digital subscriptions by country",
          description: `${writeCoverage(coverage)}. Each with source, day of verification and exchange rate.`,
          path: "/",
          csv: "/api/export?dataset=prices&format=csv",
          json: "/api/export?dataset=prices&format=json",
        })}
      />
    </>
  );
}

function chooseExamples(
  services: Awaited<ReturnType<typeof readKnownServices>>,
  { products, countries }: Awaited<ReturnType<typeof findNames>>,
) {
  const labels = new Map(products.map(({ slug, label }) => [slug, label]));
  const picked = services.slice(0, 4).map(({ slug }) => slug);
  const place = countries.find(({ code }) => code === "TR") ?? countries[0];
  return [
    ...picked.slice(0, 3).map((slug) => ({ text: labels.get(slug) ?? slug, href: `/services/${slug}` })),
    ...(place ? [{ text: place.name, href: `/countries/${place.code}` }] : []),
    ...(picked.length > 1
      ? [
          {
            text: "several subscriptions in five countries",
            href: `/compare?products=${picked.join(",")}&countries=US,GB,TR,IN,BR`,
          },
        ]
      : []),
  ];
}
