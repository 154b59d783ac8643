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
import { chooseBase, readCountriesAgainst, readTaxFreeIndex } from "@/lib/catalogue/countries/base/data";
import { readCountries } from "@/lib/catalogue/countries/data";
import { readHome } from "@/lib/catalogue/countries/home-data";
import { CountriesQuery } from "@/lib/catalogue/countries/ranking-schema";
import { withIndex } from "@/lib/catalogue/countries/rules";
import type { IndexedCountry } from "@/lib/catalogue/countries/schema";
import { readDisplayCurrency } from "@/lib/catalogue/fx/display-data";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { toDisplayed } from "@/lib/catalogue/prices/converted/data";
import { findCurrentProduct, findWidestProduct } from "@/lib/catalogue/products/data";
import { readLens, toLensParams, toTaxView } from "@/lib/catalogue/tax/lens/rules";
import type { Lens } from "@/lib/catalogue/tax/lens/schema";
import { findCoverage } from "@/lib/dataset/coverage-data";
import { tellIndex } from "@/lib/findings/age-rules";
import { writeBurdenDeck, writeBurdenTitle, writeExTaxDeck, writeExTaxTitle } from "@/lib/findings/lens-rules";
import { writeRankingDeck, writeRankingTitle } from "@/lib/findings/ranking-rules";
import type { TaxFree } from "@/lib/findings/verdict-rules";
import { readPageContext } from "@/lib/pages/context";
import { describeEmbeddable } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import { readPageQuery, type SearchParams, toHref } from "@/lib/pages/query";
import { toDataset } from "@/lib/pages/structured-data";
import { baseName, countryName } from "@/lib/text/format";

function writeHead(indexed: readonly IndexedCountry[], lens: Lens, base: string, taxFree: TaxFree) {
  if (lens === "income") return { title: writeBurdenTitle(indexed, base), deck: writeBurdenDeck(indexed, base) };
  if (lens === "excluded") return { title: writeExTaxTitle(indexed, base), deck: writeExTaxDeck(indexed, base) };
  return { title: writeRankingTitle(indexed, base, taxFree), deck: writeRankingDeck(indexed, base, taxFree) };
}

type Props = { searchParams: Promise<SearchParams> };

const TITLE = "Countries: the price index of digital subscriptions";
const DESCRIPTION =
  "Typical price difference from the US of each country that shares at least 30 subscriptions with it.";

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const version = await readPageVersion(await searchParams);
  const countries = await readCountries(version, "shown");
  const taxFree = await readTaxFreeIndex(version, "US");
  const description = `${writeRankingTitle(withIndex(countries), "US", taxFree)}. ${DESCRIPTION}`;
  return describeEmbeddable({ title: TITLE, description, path: "/countries", image: "/image/pages/countries.png" });
}

export default async function CountriesPage({ searchParams }: Props) {
  const given = await searchParams;
  const { query, refused } = readPageQuery(given, CountriesQuery);
  const version = await readPageVersion(given);
  const lens = readLens(query);
  const tax = toTaxView(lens);
  const home = await readHome(version, query.home);
  const base = await chooseBase(version, home);
  const [{ context }, { currency, unknown }, countries, widest, { isMostlyAppStore }, taxFree] = await Promise.all([
    readPageContext(version),
    readDisplayCurrency(version, query.currency),
    readCountriesAgainst(version, { tax, base }),
    findWidestProduct(version),
    findCoverage(version),
    readTaxFreeIndex(version, base),
  ]);
  const found = widest === null ? null : await findCurrentProduct(version, { slug: widest, tax });
  const indexed = withIndex(countries);
  const reader = { home: query.home, currency: query.currency };
  const place = { path: "/countries", lens, base, map: query.map, reader } as const;
  const head = writeHead(indexed, lens, base, taxFree);
  const map = <RankingMap countries={indexed} taxFree={taxFree} place={place} context={context} />;
  const unlike =
    home === base ? "" : ` ${countryName(home)} has too few prices for an index: all is against ${baseName(base)}.`;
  return (
    <>
      {indexed.length > 1 ? (
        <PageHead
          title={tellIndex(context.age, context.summary.index_read, head.title)}
          deck={`${head.deck}${unlike}`}
        />
      ) : (
        <PageHead
          title={`${countries.length} countries and territories have prices, none has an index yet`}
          deck="The index needs 30 subscriptions in common with the US."
        />
      )}
      <RefusedParameters refused={unknown ? [...refused, { parameter: "currency", given: unknown }] : refused} />
      {indexed.length > 1 && (
        <>
          <LensNav current={lens} hrefOf={(other) => toHref("/countries", { ...reader, ...toLensParams(other) })} />
          {lens === "income" ? (
            <>
              <BurdenTable countries={indexed} query={query} place={place} context={context} />
              <section className="section">{map}</section>
            </>
          ) : (
            <div className="grid">
              <div className="span-6">
                <RankingTable
                  countries={indexed}
                  taxFree={taxFree}
                  query={query}
                  place={place}
                  context={context}
                  isMostlyAppStore={isMostlyAppStore}
                />
                {lens === "shown" && (
                  <RankingHowSure countries={indexed} base={base} read={context.summary.index_read} />
                )}
              </div>
              <div className="span-6">{map}</div>
            </div>
          )}
        </>
      )}
      {found && "data" in found && (
        <OtherCountries
          countries={countries.filter(({ index }) => index === null)}
          place={place}
          query={query}
          product={toDisplayed(found.data, currency, tax)}
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
