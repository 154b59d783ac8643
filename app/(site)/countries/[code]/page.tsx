import type { Metadata } from "next";
import { toChangesHref } from "@/components/changes/changes-href";
import { Mark } from "@/components/charts/mark";
import { CountryCategories } from "@/components/country/categories";
import { CountryDayPrices } from "@/components/country/day-prices";
import { CountryHowSure } from "@/components/country/how-sure";
import { CountryLastSeen } from "@/components/country/last-seen";
import { MissingPrices } from "@/components/country/missing";
import type { CountryPage } from "@/components/country/model";
import { NearbyPrices } from "@/components/country/nearby";
import { CountryPricesTable } from "@/components/country/prices-table";
import { DayChoice } from "@/components/site/day-choice";
import { JsonLd } from "@/components/site/json-ld";
import { LensNav } from "@/components/site/lens-nav";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/page-head";
import { toFeedLink } from "@/lib/atom/address-rules";
import { chooseBase } from "@/lib/catalogue/countries/base/data";
import { readHome } from "@/lib/catalogue/countries/home-data";
import { CountryQuery, toCountryParams } from "@/lib/catalogue/countries/page-schema";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { US_DOLLARS } from "@/lib/catalogue/fx/rules";
import { productLabel } from "@/lib/catalogue/products/rules";
import { toLensParams } from "@/lib/catalogue/tax/lens/rules";
import type { Lens } from "@/lib/catalogue/tax/lens/schema";
import { ageTense, tellIndex } from "@/lib/findings/age-rules";
import { writeCountryDeck, writeCountryTitle, writeDoubt, writeThin } from "@/lib/findings/country-rules";
import {
  writeBurdenCountryDeck,
  writeBurdenCountryTitle,
  writeExTaxCountryDeck,
  writeExTaxCountryTitle,
} from "@/lib/findings/lens-rules";
import { readPageContext } from "@/lib/pages/context";
import { describeEmbeddable } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import { type RefusedParameter, readPageQuery, type SearchParams, toHref } from "@/lib/pages/query";
import { toDataset } from "@/lib/pages/structured-data";
import { countryInSentence, countryName, formatDay } from "@/lib/text/format";
import type { Version } from "@/lib/versions/current";
import { loadAround, loadCountryDay, loadCountryPage, readCountry } from "./load";

/** Title and sentence below it, through the page's lens. */
function writeHead({ country, base, indexed, figures, money, lens, context: { age } }: CountryPage) {
  if (lens === "income")
    return { title: writeBurdenCountryTitle(country, base), deck: writeBurdenCountryDeck(country, base) };
  if (lens === "excluded")
    return {
      title: writeExTaxCountryTitle(country, base),
      deck: writeDoubt(country, indexed, base) || writeExTaxCountryDeck(country),
    };
  return {
    title: tellIndex(age, figures.read, writeCountryTitle(country, figures, money, { tense: ageTense(age), base })),
    deck: writeDoubt(country, indexed, base) || writeCountryDeck(country, figures, base),
  };
}

/** Underlines the figure of a title in its colour on the map. */
function markFigure(title: string, pct: number | null) {
  const [before, figure, after] = title.split(/(\d+% (?:less|more))/);
  return pct === null || figure === undefined ? (
    title
  ) : (
    <>
      {before}
      <Mark pct={pct}>{figure}</Mark>
      {after}
    </>
  );
}

const feedOf = (code: string) => toFeedLink({ country: code }, countryName(code));

type Props = { params: Promise<{ code: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const given = await searchParams;
  const { query } = readPageQuery(given, CountryQuery);
  const version = await readPageVersion(given);
  const { country, figures } = await readCountry(version, (await params).code, "shown", "US");
  const title = `${country.name}: prices of ${country.n_products} digital ${country.n_products === 1 ? "subscription" : "subscriptions"}`;
  const { age } = (await readPageContext(version)).context;
  const finding = writeCountryTitle(country, figures, makeMoney(US_DOLLARS), { tense: ageTense(age) });
  const description = `${tellIndex(age, figures.read, finding)}. ${writeCountryDeck(country, figures)}`;
  const path = `/countries/${country.country}`;
  const described = describeEmbeddable({
    title,
    description,
    path,
    image: `/image${path}/card.png`,
    feed: feedOf(country.country),
  });
  return query.date === undefined ? described : { ...described, robots: { index: false } };
}

export default async function CountryRoute({ params, searchParams }: Props) {
  const [{ code }, given] = await Promise.all([params, searchParams]);
  const { query, refused: refusedOnDay } = readPageQuery(given, CountryQuery);
  const version = await readPageVersion(given);
  if (query.date !== undefined)
    return <CountryOnDay version={version} code={code} date={query.date} query={query} refused={refusedOnDay} />;
  const home = await readHome(version, query.home);
  const base = await chooseBase(version, home);
  const { page, days, refused } = await loadCountryPage(version, code, given, { base, home });
  const { country, figures, lens, context } = page;
  const { services, missing, nearby } = await loadAround(version, page);
  const path = `/countries/${country.country}`;
  const { title, deck } = writeHead(page);
  const [thin, why] = writeThin(country, services);
  const isThin = country.index === null && country.ex_tax === null;
  const hrefOf = (other: Lens) =>
    toHref(path, toCountryParams({ ...page.query, tax: undefined, share: undefined, ...toLensParams(other) }), "#main");
  return (
    <>
      <PageHead
        crumbs={[{ name: "Countries", href: "/countries" }]}
        title={markFigure(title, country.index?.pct_vs_us ?? figures.example.pct)}
        deck={
          isThin ? (
            <>
              <b>{thin}</b>
              {why}
            </>
          ) : (
            deck
          )
        }
      />
      <RefusedParameters refused={refused} />
      <CountryHowSure page={page} />
      <div className="view-line">
        <LensNav current={lens} hrefOf={hrefOf} />
        <Link href={toHref("/compare", { products: comparedProducts(page), countries: comparedCountries(page) })}>
          Compare
        </Link>
      </div>
      <section className="section-near">
        <CountryPricesTable page={page} />
        <CountryLastSeen page={page} />
      </section>
      <div className="section-near grid">
        {(country.country !== base || nearby !== null) && (
          <div className="span-6">
            {country.country !== base && <CountryCategories page={page} />}
            {nearby && (
              <NearbyPrices
                code={country.country}
                base={base}
                label={productLabel(figures.example)}
                lowest={nearby}
                money={page.money}
              />
            )}
          </div>
        )}
        <div className="span-6">
          <MissingPrices {...missing} />
        </div>
      </div>
      <div className="section-near more-line">
        {days.isRepeated && (
          <details>
            <summary className="chevron">Prices on another date</summary>
            <DayChoice day={undefined} days={days} path={path} params={toCountryParams(page.query)} />
          </details>
        )}
        <p>
          <Link href={toChangesHref({ country: country.country }, "")}>
            Price changes in {countryInSentence(country.country)}
          </Link>
        </p>
      </div>
      <JsonLd
        value={toDataset(context.base, context.summary, {
          name: `Prices of digital subscriptions in ${countryInSentence(country.country)}`,
          description: writeCountryDeck(country, figures),
          path,
          csv: "/api/export?dataset=prices&format=csv",
          json: "/api/export?dataset=prices&format=json",
        })}
      />
    </>
  );
}

const MOST_COMPARED = 4;

const comparedProducts = ({ rows }: CountryPage) =>
  [...new Set(rows.map(({ price }) => price.product))].slice(0, MOST_COMPARED).join(",");

const comparedCountries = ({ country, base }: CountryPage) => [...new Set([base, country.country])].join(",");

type OnDayProps = {
  version: Version;
  code: string;
  date: string;
  query: CountryQuery;
  refused: readonly RefusedParameter[];
};

/** Shows only prices: index, medians and categories are current. */
async function CountryOnDay({ version, code, date, query, refused }: OnDayProps) {
  const { country } = await readCountry(version, code, "shown", "US");
  const { page, days, refused: inVain } = await loadCountryDay(version, country.country, date, query);
  const path = `/countries/${country.country}`;
  return (
    <>
      <PageHead
        crumbs={[{ name: "Countries", href: "/countries" }]}
        title={`Prices in ${countryInSentence(country.country)} on ${formatDay(date)}`}
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
        <Link href={toChangesHref({ country: country.country }, "")}>
          Price changes in {countryInSentence(country.country)}
        </Link>
      </p>
    </>
  );
}
