import type { Metadata } from "next";
import { FoldedAccess } from "@/components/access/access-list";
import { COMPARE_PATH, toCompareHref, toPageParams } from "@/components/compare/compare-href";
import { ComparisonView } from "@/components/compare/comparison-view";
import { compareTense } from "@/components/compare/describe-comparison";
import { chooseExamples } from "@/components/compare/examples";
import { HomeCountry } from "@/components/compare/home-country";
import { ComparePickButton, PickBaseline, PickCountries, PickForm, PickProducts } from "@/components/compare/pick";
import { readCompareRequest } from "@/components/compare/request";
import { CheapestCountry, MixAnswer } from "@/components/compare/savings-list";
import { DayForm, DayNotice } from "@/components/site/day-choice";
import { LENS_NAMES } from "@/components/site/lens-nav";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { Pop, PopChoices } from "@/components/ui/pop";
import { readCompareOptions } from "@/lib/catalogue/compare/options-data";
import { CompareQuery } from "@/lib/catalogue/compare/page-schema";
import { MAX_COUNTRIES, MAX_PRODUCTS } from "@/lib/catalogue/compare/schema";
import { readHomeCountry } from "@/lib/catalogue/countries/home-data";
import { readDisplayCurrency } from "@/lib/catalogue/fx/display-data";
import { type Money, makeMoney, nameTaxFree } from "@/lib/catalogue/fx/money-rules";
import { findShownDays } from "@/lib/catalogue/prices/days/data";
import type { Price } from "@/lib/catalogue/prices/schema";
import { readAccess } from "@/lib/catalogue/products/access/data";
import { findLowestIn } from "@/lib/catalogue/products/browse/data";
import { LENSES } from "@/lib/catalogue/tax/lens/schema";
import { writeCompareTitle, writeHeadline } from "@/lib/findings/comparison-rules";
import { writeExTaxHeadline } from "@/lib/findings/lens-rules";
import { isMixAnswer, writeMixHeadline } from "@/lib/findings/mix-rules";
import { writeOnceOf } from "@/lib/findings/same-plan-rules";
import { readDayContext } from "@/lib/pages/context";
import { describeEmbeddable, describePage } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import { readPageQuery, type SearchParams } from "@/lib/pages/query";
import { countryInSentence, countryName, formatDay } from "@/lib/text/format";
import { joinWords } from "@/lib/text/words";
import { loadComparison } from "./load";

type Props = { searchParams: Promise<SearchParams> };

const EMPTY_TITLE = "Compare what subscriptions cost across countries";

/** `isOfReader`: compared with the reader's country where the address names none. */
async function readRequest(searchParams: Props["searchParams"], { isOfReader }: { isOfReader: boolean }) {
  const given = await searchParams;
  const { query, refused } = readPageQuery(given, CompareQuery);
  const version = await readPageVersion(given);
  const options = await readCompareOptions(version);
  const known = new Set(options.countries.map(({ value }) => value));
  const reader = isOfReader ? await readHomeCountry(known) : { code: null, isRemembered: false };
  const read = readCompareRequest(query, { ...options, home: reader.code });
  return { ...options, version, query, known, reader, request: read.request, refused: [...refused, ...read.refused] };
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { request, label } = await readRequest(searchParams, { isOfReader: false });
  const isComparison = request.products.length > 0 && request.countries.length > 0;
  const title = isComparison
    ? `Compare ${writeCompareTitle(
        {
          products: request.products.map((product) => ({ product, name: label(product) })),
          countries: request.countries.map((country) => ({ country, name: countryName(country) })),
        },
        label,
      )}`
    : EMPTY_TITLE;
  const description = isComparison
    ? "Price of each subscription in each country, totals a month, the cheapest single country, the cheapest mix, and what is saved a month and a year."
    : `Choose up to ${MAX_PRODUCTS} subscriptions and ${MAX_COUNTRIES} countries: a price matrix, totals, and what the cheapest country saves a month and a year where you can buy there.`;
  if (!isComparison) return describePage({ title, description, path: COMPARE_PATH, image: "/image/pages/compare.png" });
  const { date, view: _, ...shown } = request;
  const image = toCompareHref(shown, undefined, "/image/compare/card.png");
  const described = describeEmbeddable({ title, description, path: toCompareHref(shown), image });
  return date === undefined ? described : { ...described, robots: { index: false } };
}

export default async function ComparePage({ searchParams }: Props) {
  const { version, query, request, refused, products, countries, indexed, label, isListed, known, reader } =
    await readRequest(searchParams, { isOfReader: true });
  const { products: product, countries: country } = request;
  const { context, days } = await readDayContext(version, request.date, findShownDays(version, { product, country }));
  const { currency, unknown } = await readDisplayCurrency(version, query.currency, request.date);
  if (unknown) refused.push({ parameter: "currency", given: unknown });
  const { code: home, isRemembered } = reader;
  const own = request.date === undefined && home !== null ? await findLowestIn(version, home, currency) : null;
  const listed = products
    .filter(({ value }) => isListed(value, request.products))
    .map((option) => ({ ...option, ...(own && { note: writeOwn(own.get(option.value), makeMoney(currency)) }) }));
  const money = request.lens === "excluded" ? nameTaxFree(makeMoney(currency)) : makeMoney(currency);
  const isComparison = request.products.length > 0 && request.countries.length > 0;

  if (!isComparison) {
    const started =
      request.countries.length > 0
        ? request
        : { ...request, countries: [...new Set([...(home ? [home] : []), "US"])].filter((code) => known.has(code)) };
    return (
      <>
        <RefusedParameters refused={refused} />
        <PageHead
          title={EMPTY_TITLE}
          deck={`Choose up to ${MAX_PRODUCTS} subscriptions and ${MAX_COUNTRIES} countries. Savings are measured against one of them${home ? `, first ${countryInSentence(home)}, ${isRemembered ? "your country" : "as your browser suggests"}` : ""}.`}
        />
        <PickForm request={started} currency={query.currency}>
          <PickProducts request={started} options={listed} />
          <PickCountries request={started} options={countries} indexed={indexed} />
          <ComparePickButton request={started} />
        </PickForm>
        <Examples known={new Set(products.map(({ value }) => value))} home={home} currency={query.currency} />
      </>
    );
  }

  const lens = request.lens ?? "shown";
  const { comparison, reasonOf } = await loadComparison(version, request, currency);
  // Stands beside savings: a past day and shares of an income have none.
  const access =
    request.date === undefined && lens !== "income" && comparison.countries.length > 1
      ? await readAccess(version)
      : null;
  const isMix = lens !== "income" && context.age === null && isMixAnswer(comparison);
  const once = writeOnceOf(comparison, label);
  const unread = comparison.matrix.flatMap(({ product, not_observed_yet = [] }) =>
    not_observed_yet.length === 0 ? [] : [`${label(product)} in ${joinWords(not_observed_yet.map(countryInSentence))}`],
  );
  const day = {
    day: request.date,
    rateDay: context.summary.fx_date,
    days,
    path: COMPARE_PATH,
    params: {
      ...toPageParams(request, query.currency),
      date: undefined,
    },
  };
  return (
    <>
      <RefusedParameters refused={refused} />
      <PageHead
        title={
          isMix
            ? writeMixHeadline(comparison, label, money, { home, isTaxFree: lens === "excluded" })
            : lens === "excluded"
              ? writeExTaxHeadline(comparison, label, money)
              : writeHeadline(comparison, label, money, compareTense(request.date, context.age))
        }
      />
      <PickForm request={request} currency={query.currency} />
      <section className="control-line" aria-label="What is shown">
        <Pop label="Subscriptions" value={request.products.length} title="Subscriptions to compare" group="compare">
          <PickProducts request={request} options={listed} />
          <ComparePickButton request={request} />
        </Pop>
        <Pop
          label="Countries"
          value={request.all === undefined ? request.countries.length : `all ${request.countries.length}`}
          title="Countries to compare"
          group="compare"
        >
          <PickCountries request={request} options={countries} indexed={indexed} />
          <PickBaseline request={request} />
          <ComparePickButton request={request} />
        </Pop>
        <Pop label="Prices" value={LENS_NAMES[lens]} title="Prices" group="compare">
          <PopChoices
            choices={LENSES.map((other) => ({
              key: other,
              href: toCompareHref({ ...request, lens: other }, query.currency),
              name: LENS_NAMES[other],
              isCurrent: other === lens,
            }))}
          />
        </Pop>
        {(days.isRepeated || request.date !== undefined) && (
          <Pop
            label="Date"
            value={request.date === undefined ? "latest" : formatDay(request.date)}
            title="Prices on another date"
            group="compare"
          >
            <DayForm {...day} />
          </Pop>
        )}
      </section>
      {request.date !== undefined && (
        <div className="day-choice">
          <DayNotice {...day} />
        </div>
      )}
      {unread.length > 0 && (
        <Notice>
          <p>Not read yet by that day: {joinWords(unread)}.</p>
        </Notice>
      )}
      <div className="compare-answer">
        {isMix ? (
          <MixAnswer comparison={comparison} money={money} />
        ) : (
          lens !== "income" && context.age === null && <CheapestCountry comparison={comparison} money={money} />
        )}
        {once !== "" && <p className="answer-more">{once}</p>}
        {access !== null && (
          <FoldedAccess
            products={comparison.products.map(({ product: slug }) => ({
              product: slug,
              label: label(slug),
              statements: access.get(slug) ?? [],
            }))}
          />
        )}
        <HomeCountry home={home} isRemembered={isRemembered} request={request} currency={query.currency} />
      </div>
      <ComparisonView
        comparison={comparison}
        request={request}
        label={label}
        money={money}
        reasonOf={reasonOf}
        currency={query.currency}
        context={context}
      />
    </>
  );
}

const writeOwn = (price: Price | undefined, money: Money): string =>
  price === undefined ? "no price" : price.usd_monthly === null ? "no rate" : money.price(price);

function Examples({
  known,
  home,
  currency,
}: {
  known: ReadonlySet<string>;
  home: string | null;
  currency: string | undefined;
}) {
  return (
    <section className="section" aria-labelledby="examples">
      <h2 className="finding finding-sub" id="examples">
        Comparisons to start from
      </h2>
      <ul className="examples">
        {chooseExamples(known, home).map(({ what, where, ...request }) => (
          <li key={what}>
            <Link href={toCompareHref(request, currency)}>{what}</Link> <span>in {where}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
