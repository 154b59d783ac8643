import type { Metadata } from "next";
import { BurdenTable } from "@/components/countries/burden-table";
import { RankingHowSure } from "@/components/countries/how-sure";
import { OtherCountries } from "@/components/countries/other-countries";
import { RankingMap } from "@/components/countries/ranking-map";
import { RankingTable } from "@/components/countries/ranking-table";
import { JsonLd } from "@/components/site/json-ld";
import { LensNav } from "@/components/site/lens-nav";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { PageHead } from "@/components/ui/page-head";
import { readCountries } from "@/lib/catalogue/countries/data";
import { CountriesQuery } from "@/lib/catalogue/countries/ranking-schema";
import { withIndex } from "@/lib/catalogue/countries/rules";
import type { IndexedCountry } from "@/lib/catalogue/countries/schema";
import { readDisplayCurrency } from "@/lib/catalogue/fx/display-data";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { toDisplayed } from "@/lib/catalogue/prices/converted-data";
import { findCurrentProduct, findWidestProduct } from "@/lib/catalogue/products/data";
import { readLens, toLensParams, toTaxView } from "@/lib/catalogue/tax/lens-rules";
import type { Lens } from "@/lib/catalogue/tax/lens-schema";
import { findCoverage } from "@/lib/dataset/coverage-data";
import { writeBurdenDeck, writeBurdenTitle, writeExTaxDeck, writeExTaxTitle } from "@/lib/findings/lens-rules";
import { writeRankingDeck, writeRankingTitle } from "@/lib/findings/ranking-rules";
import { readPageContext } from "@/lib/pages/context";
import { describeEmbeddable } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import { readPageQuery, type SearchParams, toHref } from "@/lib/pages/query";
import { toDataset } from "@/lib/pages/structured-data";

function writeHead(indexed: readonly IndexedCountry[], lens: Lens) {
  if (lens === "income") return { title: writeBurdenTitle(indexed), deck: writeBurdenDeck(indexed) };
  if (lens === "excluded") return { title: writeExTaxTitle(indexed), deck: writeExTaxDeck(indexed) };
  return { title: writeRankingTitle(indexed), deck: writeRankingDeck(indexed) };
}

type Props = { searchParams: Promise<SearchParams> };

const TITLE = "Countries: the price index of digital subscriptions";
const DESCRIPTION =
  "Median difference from the US with its interval, spread and number of subscriptions of each country that shares at least 30 with it.";

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const version = await readPageVersion(await searchParams);
  const countries = await readCountries(version, "shown");
  const description = `${writeRankingTitle(withIndex(countries))}. ${DESCRIPTION}`;
  return describeEmbeddable({ title: TITLE, description, path: "/countries", image: "/image/pages/countries.png" });
}

export default async function CountriesPage({ searchParams }: Props) {
  const given = await searchParams;
  const { query, refused } = readPageQuery(given, CountriesQuery);
  const version = await readPageVersion(given);
  const lens = readLens(query);
  const [{ context }, { currency, unknown }, countries, widest, { isMostlyAppStore }] = await Promise.all([
    readPageContext(version),
    readDisplayCurrency(version, query.currency),
    readCountries(version, toTaxView(lens)),
    findWidestProduct(version),
    findCoverage(version),
  ]);
  const found = widest === null ? null : await findCurrentProduct(version, { slug: widest, tax: toTaxView(lens) });
  const indexed = withIndex(countries);
  return (
    <>
      {indexed.length > 1 ? (
        <PageHead {...writeHead(indexed, lens)} />
      ) : (
        <PageHead
          title={`${countries.length} countries and territories have prices, none has an index yet`}
          deck="The index needs 30 subscriptions in common with the US."
        />
      )}
      <RefusedParameters refused={unknown ? [...refused, { parameter: "currency", given: unknown }] : refused} />
      {indexed.length > 1 && (
        <>
          <LensNav
            current={lens}
            hrefOf={(other) => toHref("/countries", { currency: query.currency, ...toLensParams(other) })}
          />
          {lens === "income" ? (
            <BurdenTable countries={indexed} query={query} context={context} />
          ) : (
            <RankingTable
              countries={indexed}
              query={query}
              lens={lens}
              context={context}
              isMostlyAppStore={isMostlyAppStore}
            />
          )}
          {lens === "shown" && <RankingHowSure countries={indexed} />}
          <section className="section">
            <RankingMap countries={indexed} place={{ path: "/countries", lens, map: query.map }} context={context} />
          </section>
        </>
      )}
      {found && "data" in found && (
        <OtherCountries
          countries={countries.filter(({ index }) => index === null)}
          lens={lens}
          product={toDisplayed(found.data, currency, toTaxView(lens))}
          money={makeMoney(currency)}
          context={context}
        />
      )}
      <JsonLd
        value={toDataset(context.base, context.summary, {
          name: "Price index of digital subscriptions by country",
          description: DESCRIPTION,
          path: "/countries",
          csv: "/api/export?dataset=index&format=csv",
          json: "/api/export?dataset=index&format=json",
        })}
      />
    </>
  );
}
