import type { Metadata } from "next";
import { CountryCategories } from "@/components/country/categories";
import { CountryDayPrices } from "@/components/country/day-prices";
import { CountryDistribution } from "@/components/country/distribution";
import { Extremes } from "@/components/country/extremes";
import { CountryFacts } from "@/components/country/facts";
import type { CountryPage } from "@/components/country/model";
import { CountryPricesTable } from "@/components/country/prices-table";
import { DayChoice } from "@/components/site/day-choice";
import { JsonLd } from "@/components/site/json-ld";
import { LensNav } from "@/components/site/lens-nav";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/page-head";
import { CountryQuery, toCountryParams } from "@/lib/catalogue/countries/page-schema";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { US_DOLLARS } from "@/lib/catalogue/fx/rules";
import { toChangesHref } from "@/lib/catalogue/prices/page-schema";
import { toLensParams } from "@/lib/catalogue/tax/lens-rules";
import { toFeedLinks } from "@/lib/feeds/address-rules";
import { countryTense, writeCountryDeck, writeCountryTitle } from "@/lib/findings/country-rules";
import {
  writeBurdenCountryDeck,
  writeBurdenCountryTitle,
  writeExTaxCountryDeck,
  writeExTaxCountryTitle,
} from "@/lib/findings/lens-rules";
import { describeEmbeddable } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import { type RefusedParameter, readPageQuery, type SearchParams, toHref } from "@/lib/pages/query";
import { toDataset } from "@/lib/pages/structured-data";
import { countryInSentence, countryName, formatDay } from "@/lib/text/format";
import type { Version } from "@/lib/versions/current";
import { toDay } from "@/lib/versions/values";
import { loadCountryDay, loadCountryPage, readCountry } from "./load";

/** Title and sentence below it, through the page's lens. */
function writeHead({ country, figures, money, lens, today }: CountryPage) {
  if (lens === "income") return { title: writeBurdenCountryTitle(country), deck: writeBurdenCountryDeck(country) };
  if (lens === "excluded") return { title: writeExTaxCountryTitle(country), deck: writeExTaxCountryDeck(country) };
  return {
    title: writeCountryTitle(country, figures, money, countryTense(country, figures, today)),
    deck: writeCountryDeck(country, figures),
  };
}

const feedsOf = (code: string) => toFeedLinks({ country: code }, countryName(code));

type Props = { params: Promise<{ code: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const given = await searchParams;
  const { query } = readPageQuery(given, CountryQuery);
  const { country, figures } = await readCountry(await readPageVersion(given), (await params).code, "shown");
  const title = `${country.name}: prices of ${country.products} digital ${country.products === 1 ? "subscription" : "subscriptions"}`;
  const tense = countryTense(country, figures, toDay(new Date()));
  const description = `${writeCountryTitle(country, figures, makeMoney(US_DOLLARS), tense)}. ${writeCountryDeck(country, figures)}`;
  const path = `/countries/${country.code}`;
  const described = describeEmbeddable({
    title,
    description,
    path,
    image: `/image${path}/card.png`,
    feeds: feedsOf(country.code),
  });
  return query.date === undefined ? described : { ...described, robots: { index: false } };
}

export default async function CountryRoute({ params, searchParams }: Props) {
  const [{ code }, given] = await Promise.all([params, searchParams]);
  const { query, refused: refusedOnDay } = readPageQuery(given, CountryQuery);
  const version = await readPageVersion(given);
  if (query.date !== undefined)
    return <CountryOnDay version={version} code={code} date={query.date} query={query} refused={refusedOnDay} />;
  const { page, days, refused } = await loadCountryPage(version, code, given);
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
      <DayChoice day={undefined} days={days} path={`/countries/${country.code}`} params={toCountryParams(page.query)} />
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
      <p className="section-near">
        <Link href={toChangesHref({ country: country.code }, "")}>
          Price changes in {countryInSentence(country.code)}
        </Link>
      </p>
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

type OnDayProps = {
  version: Version;
  code: string;
  date: string;
  query: CountryQuery;
  refused: readonly RefusedParameter[];
};

/** Shows only prices: index, medians and categories are current. */
async function CountryOnDay({ version, code, date, query, refused }: OnDayProps) {
  const { country } = await readCountry(version, code, "shown");
  const { page, days, refused: inVain } = await loadCountryDay(version, country.code, date, query);
  const path = `/countries/${country.code}`;
  return (
    <>
      <PageHead
        crumbs={[{ name: "Countries", href: "/countries" }]}
        title={`Prices in ${countryInSentence(country.code)} on ${formatDay(date)}`}
      />
      <RefusedParameters refused={[...refused, ...inVain]} />
      <DayChoice
        day={date}
        rateDay={page.context.summary.fx_date}
        days={days}
        path={path}
        params={toCountryParams(query)}
      />
      <section className="section-near">
        <CountryDayPrices page={page} />
      </section>
      <p className="section-near">
        <Link href={toChangesHref({ country: country.code }, "")}>
          Price changes in {countryInSentence(country.code)}
        </Link>
      </p>
    </>
  );
}
