import type { Metadata } from "next";
import { HomeCategories } from "@/components/home/categories";
import { IndexFigure } from "@/components/home/index-figure";
import { NewestPriceChanges } from "@/components/home/newest-changes";
import { Tiles } from "@/components/home/tiles";
import { JsonLd } from "@/components/site/json-ld";
import { LensNav } from "@/components/site/lens-nav";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { BigSearch } from "@/components/ui/big-search";
import { Link } from "@/components/ui/link";
import {
  chooseBase,
  findCategoriesAgainst,
  readCountriesAgainst,
  readTaxFreeIndex,
} from "@/lib/catalogue/countries/base/data";
import { readHome } from "@/lib/catalogue/countries/home-data";
import { withIndex } from "@/lib/catalogue/countries/rules";
import { readDisplayCurrency } from "@/lib/catalogue/fx/display-data";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { toDisplayed } from "@/lib/catalogue/prices/converted/data";
import { findNewestChanges } from "@/lib/catalogue/prices/moves/monthly/data";
import type { Price } from "@/lib/catalogue/prices/schema";
import { priceWord } from "@/lib/catalogue/prices/words";
import { readKnownPrices, readKnownServices } from "@/lib/catalogue/products/against-us/data";
import { findNames } from "@/lib/catalogue/search/data";
import { readLens, toLensParams, toTaxView } from "@/lib/catalogue/tax/lens/rules";
import type { Lens } from "@/lib/catalogue/tax/lens/schema";
import { findCoverage } from "@/lib/dataset/coverage-data";
import { inMonths } from "@/lib/findings/age-rules";
import { writeCoverage } from "@/lib/findings/dataset-rules";
import { isBeforeSalesTax } from "@/lib/findings/tax-line-rules";
import { readPageContext } from "@/lib/pages/context";
import { describeEmbeddable } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import { HomeQuery } from "@/lib/pages/parameters";
import { readPageQuery, type SearchParams, toHref } from "@/lib/pages/query";
import { toDataset } from "@/lib/pages/structured-data";
import { countryInSentence, formatCount } from "@/lib/text/format";

type Props = { searchParams: Promise<SearchParams> };

const TITLE = "Price Atlas: what digital subscriptions cost, country by country";

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const coverage = writeCoverage(await findCoverage(await readPageVersion(await searchParams)));
  const description = `${coverage}. Each price has its source and its day; an index, an open API and all data under CC BY 4.0.`;
  const described = describeEmbeddable({ title: TITLE, description, path: "/", image: "/image/index/card.png" });
  return { ...described, title: { absolute: TITLE } };
}

/** `App Store prices of August and September 2026 before sales tax`: what the amounts of the tiles are. */
function writeTilesScope(tiles: readonly { mine: Price | null }[], home: string): string {
  const mine = tiles.flatMap((tile) => tile.mine ?? []);
  const tax = isBeforeSalesTax(home) ? " before sales tax" : "";
  return mine.length === 0 ? "prices" : `${priceWord(mine)}s read ${inMonths(mine)}${tax}`;
}

export default async function HomePage({ searchParams }: Props) {
  const given = await searchParams;
  const { query, refused } = readPageQuery(given, HomeQuery);
  const version = await readPageVersion(given);
  const lens = readLens(query);
  const tax = toTaxView(lens);
  const home = await readHome(version, query.home);
  const base = await chooseBase(version, home);
  const services = await readKnownServices(version);
  const [{ context }, { currency, unknown }, countries, medians, newest, coverage, mine, names, taxFree] =
    await Promise.all([
      readPageContext(version),
      readDisplayCurrency(version, query.currency),
      readCountriesAgainst(version, { tax, base }),
      findCategoriesAgainst(version, tax, base),
      findNewestChanges(version),
      findCoverage(version),
      readKnownPrices(version, home),
      findNames(version),
      readTaxFreeIndex(version, base),
    ]);
  const { base: address, summary } = context;
  const indexed = withIndex(countries);
  const reader = { home: query.home, currency: query.currency };
  const place = { path: "/", lens, base, map: query.map, reader } as const;
  const hrefOf = (other: Lens) => toHref("/", { ...reader, ...toLensParams(other) }, "#map");
  const labels = new Map(names.products.map(({ slug, label }) => [slug, label]));
  const label = (slug: string) => labels.get(slug) ?? slug;
  const tiles = services.map((service) => ({ ...service, mine: mine.get(service.slug) ?? null }));
  return (
    <>
      <section className="ask">
        <RefusedParameters refused={unknown ? [...refused, { parameter: "currency", given: unknown }] : refused} />
        <h1 className="display">What does yours cost elsewhere?</h1>
        <BigSearch label="Subscription or country" placeholder="Netflix, Spotify, Türkiye" />
        <p className="tiles-head" id="services">
          <b>In {countryInSentence(home)}</b>, {writeTilesScope(tiles, home)}, and the lowest that is known
        </p>
        <Tiles tiles={toDisplayed(tiles, currency)} money={makeMoney(currency)} isAged={context.age !== null} />
        <Link className="more" href="/services">
          See all {formatCount(summary.products)} subscriptions
        </Link>
      </section>
      {indexed.length > 1 && (
        <section className="section-near">
          <IndexFigure
            countries={indexed}
            taxFree={taxFree}
            nav={<LensNav current={lens} hrefOf={hrefOf} />}
            place={place}
            context={context}
            after={
              <>
                <Link className="more" href={toHref("/countries", { ...reader, ...toLensParams(lens) })}>
                  See all countries
                </Link>
                <Link className="more" href="/multipliers">
                  Price an app abroad
                </Link>
              </>
            }
          />
        </section>
      )}
      <div className="section-near grid">
        <div className="span-6">{newest && <NewestPriceChanges {...newest} label={label} />}</div>
        <div className="span-6">
          <HomeCategories medians={medians} base={base} tax={tax} />
        </div>
      </div>
      <JsonLd
        value={toDataset(address, summary, {
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
