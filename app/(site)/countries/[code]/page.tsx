import type { Metadata } from "next";
import { CountryCategories } from "@/components/country/categories";
import { CountryDistribution } from "@/components/country/distribution";
import { Extremes } from "@/components/country/extremes";
import { CountryFacts } from "@/components/country/facts";
import type { CountryPage } from "@/components/country/model";
import { CountryPricesTable } from "@/components/country/prices-table";
import { JsonLd } from "@/components/site/json-ld";
import { LensNav } from "@/components/site/lens-nav";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { PageHead } from "@/components/ui/page-head";
import { toCountryParams } from "@/lib/catalogue/countries/page-schema";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { US_DOLLARS } from "@/lib/catalogue/fx/rules";
import { toLensParams } from "@/lib/catalogue/tax/lens-rules";
import { writeCountryDeck, writeCountryTitle } from "@/lib/findings/country-rules";
import {
  writeBurdenCountryDeck,
  writeBurdenCountryTitle,
  writeExTaxCountryDeck,
  writeExTaxCountryTitle,
} from "@/lib/findings/lens-rules";
import type { SearchParams } from "@/lib/pages/query";
import { toHref } from "@/lib/pages/query";
import { toDataset } from "@/lib/pages/structured-data";
import { countryInSentence } from "@/lib/text/format";
import { loadCountryPage, readCountry } from "./load";

/** Title and sentence below it, through the page's lens. */
function writeHead({ country, figures, money, lens }: CountryPage) {
  if (lens === "income") return { title: writeBurdenCountryTitle(country), deck: writeBurdenCountryDeck(country) };
  if (lens === "excluded") return { title: writeExTaxCountryTitle(country), deck: writeExTaxCountryDeck(country) };
  return { title: writeCountryTitle(country, figures, money), deck: writeCountryDeck(country, figures) };
}

type Props = { params: Promise<{ code: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { country, figures } = await readCountry((await params).code);
  const title = `${country.name}: prices of ${country.products} digital ${country.products === 1 ? "subscription" : "subscriptions"}`;
  const description = `${writeCountryTitle(country, figures, makeMoney(US_DOLLARS))}. ${writeCountryDeck(country, figures)}`;
  const path = `/countries/${country.code}`;
  return {
    title,
    description,
    alternates: { canonical: path },
    openGraph: { title, description, url: path },
  };
}

export default async function CountryRoute({ params, searchParams }: Props) {
  const { page, refused } = await loadCountryPage((await params).code, await searchParams);
  const { country, figures, lens, context } = page;
  const isMeasured = country.index !== null && country.code !== "US";
  return (
    <>
      <PageHead crumbs={[{ name: "Countries", href: "/countries" }]} {...writeHead(page)} />
      <RefusedParameters refused={refused} />
      <LensNav
        hasCaveat
        current={lens}
        hrefOf={(other) =>
          toHref(
            `/countries/${country.code}`,
            toCountryParams({ ...page.query, tax: undefined, share: undefined, ...toLensParams(other) }),
          )
        }
      />
      <CountryFacts page={page} />
      {isMeasured && (
        <>
          <section className="section-near">
            <CountryDistribution page={page} />
          </section>
          <section className="section grid">
            <div className="span-5">
              <CountryCategories page={page} />
            </div>
            <div className="span-7">
              <Extremes page={page} />
            </div>
          </section>
        </>
      )}
      <section className={country.index ? "section" : "section-near"}>
        <CountryPricesTable page={page} />
      </section>
      <JsonLd
        value={toDataset(context.base, context.summary, {
          name: `Prices of digital subscriptions in ${countryInSentence(country.code)}`,
          description: writeCountryDeck(country, figures),
          path: `/countries/${country.code}`,
          csv: "/api/export?dataset=prices&format=csv",
          json: "/api/export?dataset=prices&format=json",
        })}
      />
    </>
  );
}
