import type { Metadata } from "next";
import { AccessList } from "@/components/access/access-list";
import { toChangesHref } from "@/components/changes/changes-href";
import { OwnButton } from "@/components/mine/own-button";
import { BurdenPriceMap } from "@/components/product/burden-map";
import { ProductControls } from "@/components/product/controls";
import { ProductFacts } from "@/components/product/facts";
import { History } from "@/components/product/history";
import { LastSeenPrices } from "@/components/product/last-seen";
import type { ProductPage } from "@/components/product/model";
import { PriceMap } from "@/components/product/price-map";
import { ProductPricesTable } from "@/components/product/prices-table";
import { toProductData } from "@/components/product/structured-data";
import { DayNotice } from "@/components/site/day-choice";
import { JsonLd } from "@/components/site/json-ld";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/page-head";
import { toFeedLink } from "@/lib/atom/address-rules";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { US_DOLLARS } from "@/lib/catalogue/fx/rules";
import { readKeptList } from "@/lib/catalogue/mine/kept-data";
import type { ProductHistory } from "@/lib/catalogue/prices/history/chart/schema";
import { cheapestByCountry } from "@/lib/catalogue/prices/rules";
import { divideLastSeen } from "@/lib/catalogue/prices/table-rules";
import { findOthersBy, findPlansOf, findSamePlan } from "@/lib/catalogue/products/against-us/data";
import { ProductQuery, toProductParams } from "@/lib/catalogue/products/page-schema";
import { categoryName, productLabel } from "@/lib/catalogue/products/rules";
import type { ProductDetail } from "@/lib/catalogue/products/schema";
import { findWithdrawn } from "@/lib/dataset/corrections/data";
import { findMissingRates } from "@/lib/dataset/missing-rates-data";
import { toReadingHref } from "@/lib/desk/visitors/rules";
import {
  writeConvertedScope,
  writeMissingRates,
  writeNoPriceOfDay,
  writeUnconverted,
  writeUnread,
} from "@/lib/findings/day-rules";
import {
  EX_TAX_CAVEAT,
  writeBurdenProductDeck,
  writeBurdenProductTitle,
  writeExTaxScope,
  writeTaxUnknown,
} from "@/lib/findings/lens-rules";
import { placesNoun } from "@/lib/findings/places-rules";
import { writePlanScope } from "@/lib/findings/plan-rules";
import { writeEndedDeck, writeNoHistory, writeProductTitle } from "@/lib/findings/product-rules";
import { writeSoldAs } from "@/lib/findings/same-plan-rules";
import { type Told, tenseOf } from "@/lib/findings/told-rules";
import { type Withdrawn, writeWithdrawn } from "@/lib/findings/withdrawn-rules";
import { toFollowHref } from "@/lib/mails/follows/rules";
import { readPageContext } from "@/lib/pages/context";
import { describeEmbeddable } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import type { SearchParams } from "@/lib/pages/query";
import { readPageQuery } from "@/lib/pages/query";
import { toDataset } from "@/lib/pages/structured-data";
import { countryInSentence, formatDay } from "@/lib/text/format";
import { loadProductPage, readProductOf } from "./load";
import { loadHistory } from "./load-history";

function writeTitle({ product, label, lowest, money, lens, told, isThin, query }: ProductPage): string {
  const tense = tenseOf(told);
  const listed = product.prices.length;
  if (lens === "excluded" && isThin && listed > 0) return writeTaxUnknown(label, lowest.length, tense);
  if (query.date !== undefined && lowest.length === 0) return writeNoPriceOfDay(label, query.date, listed);
  if (lowest.length === 0 && listed > 0) return `What ${label} costs is known in local currencies alone`;
  if (lens === "income") return writeBurdenProductTitle(label, lowest, told);
  const title = writeProductTitle(label, lowest, money, told);
  const scope = writeConvertedScope(product.prices);
  return lens === "excluded" ? `${title}, without tax${scope}` : `${title}${scope}`;
}

function writeDeck({ product, ranked, base, lens, told }: ProductPage): string {
  const tense = tenseOf(told);
  if (lens === "income") return writeBurdenProductDeck(ranked, tense);
  if (lens === "shown") return "";
  return [writeExTaxScope(product.prices, tense), base === null ? EX_TAX_CAVEAT : ""].filter(Boolean).join(" ");
}

const hasHistory = (history: ProductHistory | null): history is ProductHistory =>
  history !== null && history.observed_days > 1;

/** Countries from which on a map stands above the list of prices. */
const MAP_FIRST_FROM = 30;

type Props = { params: Promise<{ slug: string }>; searchParams: Promise<SearchParams> };

const feedOf = (product: ProductDetail) => toFeedLink({ product: product.product }, productLabel(product));

function countPriced({ n_countries: countries, prices }: ProductDetail): string {
  const noun = countries === 1 ? "country" : placesNoun(prices.map(({ country }) => country));
  return `price in ${countries} ${noun}`;
}

function describe(product: ProductDetail, withdrawn: Withdrawn, told: Told): string {
  const lowest = cheapestByCountry(product.prices);
  const finding = writeProductTitle(productLabel(product), lowest, makeMoney(US_DOLLARS), told);
  if (product.n_countries === 0 && withdrawn.countries > 0) return `${finding}. ${writeWithdrawn(withdrawn)}`;
  return product.n_countries === 0
    ? `${finding}: what it cost in each country, day by day, in the local currency and in US dollars.`
    : `${finding}. Every price with local amount, source and day of verification.`;
}

/** Title and description of the page in search results and tabs, of the day that it shows. */
function describePage(
  product: ProductDetail,
  date: string | undefined,
  withdrawn: Withdrawn,
  told: Told,
): { title: string; description: string } {
  const label = productLabel(product);
  const none = withdrawn.countries === 0 ? "prices until it ended" : "no price";
  const { n_countries: countries } = product;
  if (date === undefined)
    return {
      title: `${label}: ${countries === 0 ? none : countPriced(product)}`,
      description: describe(product, withdrawn, told),
    };
  const lowest = cheapestByCountry(product.prices);
  const unknown = writeNoPriceOfDay(label, date, countries);
  const title = writeProductTitle(label, lowest, makeMoney(US_DOLLARS), told);
  const finding = `${title}${writeConvertedScope(product.prices)} on ${formatDay(date)}`;
  return {
    title: countries === 0 ? unknown : `${label}: ${countPriced(product)} on ${formatDay(date)}`,
    description: `${lowest.length === 0 ? unknown : finding}.${countries === 0 ? "" : " Every price of that day with local amount and source."}`,
  };
}

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const given = await searchParams;
  const { date } = readPageQuery(given, ProductQuery).query;
  const version = await readPageVersion(given);
  const product = await readProductOf(version, (await params).slug, "shown", date);
  const { context } = await readPageContext(version);
  const told: Told = {
    ranking: product.ranking,
    tense: date === undefined ? "present" : "past",
    isAged: date === undefined && context.age !== null,
  };
  const path = `/services/${product.product}`;
  const described = describeEmbeddable({
    ...describePage(product, date, await findWithdrawn(version, product.product), told),
    path,
    image: `/image${path}/card.png`,
    feed: feedOf(product),
  });
  return date === undefined ? described : { ...described, robots: { index: false } };
}

export default async function ProductRoute({ params, searchParams }: Props) {
  const [{ slug }, given] = await Promise.all([params, searchParams]);
  const version = await readPageVersion(given);
  const { page, days, unread, rows, shownMoney, refused } = await loadProductPage(version, slug, given);
  const { product, label, lowest, ranked, base, lens, context } = page;
  const { date } = page.query;
  const unrated = product.prices.flatMap(({ fx_rate, currency }) => (fx_rate === null ? [currency] : []));
  const [plans, doors, history, withdrawn, others, missing, kept] = await Promise.all([
    findPlansOf(version, product.service),
    findSamePlan(version, product),
    loadHistory(version, page),
    findWithdrawn(version, product.product),
    product.vendor === null ? [] : findOthersBy(version, product.vendor, product.service),
    date === undefined ? [] : findMissingRates(version, [...new Set(unrated)], date),
    readKeptList(),
  ]);
  const taken = date === undefined ? writeWithdrawn(withdrawn) : null;
  const path = `/services/${product.product}`;
  const description = describe(product, withdrawn, page.told);
  const deck =
    date !== undefined
      ? [
          writeDeck(page),
          writeUnconverted(product.prices),
          writeMissingRates(missing),
          writeUnread(unread, product.prices.length),
        ]
          .filter(Boolean)
          .join(" ")
      : lowest.length === 0 && history && lens !== "excluded"
        ? writeEndedDeck(history)
        : writeDeck(page);
  const day = { day: date, rateDay: context.summary.fx_date, days, path, params: toProductParams(page.query) };
  const hasDays = date !== undefined || hasHistory(history);
  const offers = toProductData(page, description);
  // Programs read structured data as offers that stand, so a past day, old prices and prices without tax have none.
  const isDescribed = date === undefined && lens !== "excluded";
  const isOffered = isDescribed && page.told.isAged !== true && product.ranking !== "last_seen";
  const { country, region, platform, period } = page.query;
  const isNarrowed = [country, region, platform, period].some((value) => value !== undefined);
  const lastSeen = isNarrowed ? [] : divideLastSeen(rows).lastSeen;
  // A short list says more than a map.
  const isShort = ranked.length < MAP_FIRST_FROM;
  const map = base !== null && ranked.length > 1 && !page.isThin && (
    <section className="section-near">
      {lens === "income" ? <BurdenPriceMap page={page} /> : <PriceMap page={page} base={base} />}
    </section>
  );
  const lines = hasHistory(history) ? (
    <section className="section">
      <History page={page} history={history} />
    </section>
  ) : (
    page.query.history && (
      <p id="history" className="section-near">
        {writeNoHistory(label, page.query.history, date)}
      </p>
    )
  );
  return (
    <>
      <PageHead
        crumbs={[
          { name: "Subscriptions", href: "/services" },
          { name: categoryName(product.category), href: `/services?category=${product.category}` },
        ]}
        title={writeTitle(page)}
      />
      {taken !== null && (
        <p className="prose-small">
          {taken} <Link href="/corrections">All corrections</Link>
        </p>
      )}
      <RefusedParameters refused={refused} />
      {date !== undefined && (
        <div className="day-choice">
          <DayNotice {...day} />
        </div>
      )}
      <ProductControls
        page={page}
        plans={plans}
        service={product.service}
        shownMoney={shownMoney}
        day={hasDays ? day : null}
      />
      <ProductFacts page={page} deck={deck} />
      {date === undefined && (
        <div className="product-own">
          <OwnButton
            product={product.product}
            isOwn={kept?.subscriptions.some((one) => one.product === product.product) === true}
          />
          <a
            href={toFollowHref({ products: [product.product], country: page.home ?? page.unpriced?.country ?? null })}
            rel="nofollow"
          >
            Tell me when it changes
          </a>
        </div>
      )}
      {date === undefined && product.access.length > 0 && (
        <section className="section-near" id="access" aria-labelledby="from-abroad">
          <h2 className="finding finding-sub" id="from-abroad">
            Can I buy it from abroad?
          </h2>
          <AccessList statements={product.access} />
        </section>
      )}
      {!isShort && map}
      {!isShort && lines}
      {rows.length > 0 && (
        <section className="section">
          <ProductPricesTable page={page} rows={rows} hasHistory={hasHistory(history)} />
          {lastSeen.length > 0 && <LastSeenPrices page={page} rows={lastSeen} />}
        </section>
      )}
      {isShort && map}
      {isShort && lines}
      <p className="section-near">
        {writePlanScope(
          product.plan,
          product.service,
          plans.filter(({ plan, countries }) => plan !== product.plan && countries > 0).map(({ plan }) => plan),
        )}
      </p>
      {doors.length > 0 && (
        <p className="prose-small">
          {writeSoldAs(product)}
          {doors.map(({ slug: other, name }, i) => (
            <span key={other}>
              {i > 0 && (i === doors.length - 1 ? " and " : ", ")}
              <Link href={`/services/${other}`}>{name}</Link>
            </span>
          ))}
          : in the index and in sums it counts once.
        </p>
      )}
      {date === undefined && (
        <p className="product-more">
          <a href={toReadingHref(product.product, page.home ?? page.unpriced?.country)} rel="nofollow">
            What does it cost where you are?
          </a>
        </p>
      )}
      {others.length > 0 && (
        <p className="product-more">
          Also by {product.vendor}:{" "}
          {others.map(({ slug: other, service }, i) => (
            <span key={other}>
              {i > 0 && ", "}
              <Link href={`/services/${other}`}>{service}</Link>
            </span>
          ))}
        </p>
      )}
      <p className="product-more">
        <Link href={toChangesHref({ product: product.product, country: page.query.home }, "")}>
          Price changes of {productLabel(product)}
          {page.query.home !== undefined && ` in ${countryInSentence(page.query.home)}`}
        </Link>
        {product.website && (
          <>
            {" · "}
            <a href={product.website}>{new URL(product.website).hostname.replace(/^www\./, "")}</a>
          </>
        )}
      </p>
      {isOffered && offers && <JsonLd value={offers} />}
      {isDescribed && (
        <JsonLd
          value={toDataset(context.base, context.summary, {
            name: `Prices of ${label} by country`,
            description,
            path,
            csv: `/api/export?product=${product.product}&format=csv`,
            json: `/api/export?product=${product.product}&format=json`,
          })}
        />
      )}
    </>
  );
}
