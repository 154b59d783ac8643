import type { Metadata } from "next";
import { browseColumns } from "@/components/services/browse-columns";
import { findBrowseFiles } from "@/components/services/browse-files";
import { BrowseForm } from "@/components/services/browse-form";
import { BROWSE_PATH, makeHrefWith } from "@/components/services/browse-href";
import { writeBrowseFinding, writeBrowseTitle } from "@/components/services/browse-words";
import { NoMatch } from "@/components/services/no-match";
import { ServiceCards } from "@/components/services/service-cards";
import { figureData } from "@/components/site/figure-data";
import { FollowChanges } from "@/components/site/follow-changes";
import { JsonLd } from "@/components/site/json-ld";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { priceSources, SourceList } from "@/components/site/source-list";
import { DataTable } from "@/components/ui/data-table";
import { Figure } from "@/components/ui/figure";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/page-head";
import { Pager } from "@/components/ui/pager";
import { readDisplayCurrency } from "@/lib/catalogue/fx/display-data";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { toDisplayed } from "@/lib/catalogue/prices/converted-data";
import { browseProducts, findBrowseChoices } from "@/lib/catalogue/products/browse-data";
import { BROWSE_PAGE_SIZE, BrowseQuery } from "@/lib/catalogue/products/browse-schema";
import { findNames } from "@/lib/catalogue/search/data";
import { matchCountries } from "@/lib/catalogue/search/rules";
import { listUsedSources } from "@/lib/dataset/rules";
import { toFeedLinks } from "@/lib/feeds/address-rules";
import { listReadDays, writeReadSpan } from "@/lib/findings/read-days-rules";
import { readPageContext } from "@/lib/pages/context";
import { describePage } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import { readPageQuery, type SearchParams, toHref } from "@/lib/pages/query";
import { toDataset } from "@/lib/pages/structured-data";

type Props = { searchParams: Promise<SearchParams> };

const feedsOf = (query: BrowseQuery) => {
  const { q, category, country, platform, period } = query;
  return toFeedLinks({ q, category, country, platform, period }, writeBrowseTitle(query));
};

async function readFilters(searchParams: Props["searchParams"]) {
  const given = await searchParams;
  const { query, refused } = readPageQuery(given, BrowseQuery);
  const version = await readPageVersion(given);
  const choices = await findBrowseChoices(version);
  const { category } = query;
  if (category === undefined || choices.categories.some((known) => known.category === category))
    return { version, query, refused, choices };
  return {
    version,
    query: { ...query, category: undefined },
    refused: [...refused, { parameter: "category", given: category }],
    choices,
  };
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { query } = await readFilters(searchParams);
  const title = writeBrowseTitle(query);
  const description =
    "Subscription prices by country: lowest and highest price, difference from the US, day of verification. Filter by category, country, platform and billing period.";
  // Search engines get the list, its categories and its pages, but no combinations of filters.
  const canonical = toHref(BROWSE_PATH, {
    category: query.category,
    page: query.page > 1 ? query.page : undefined,
  });
  return describePage({
    title,
    description,
    path: canonical,
    image: "/image/pages/services.png",
    feeds: feedsOf(query),
  });
}

export default async function ServicesPage({ searchParams }: Props) {
  const { version, query, refused, choices } = await readFilters(searchParams);
  const [{ context, today }, names, { currency, unknown }] = await Promise.all([
    readPageContext(version),
    findNames(version),
    readDisplayCurrency(version, query.currency),
  ]);
  if (unknown) refused.push({ parameter: "currency", given: unknown });
  const {
    total,
    below_us,
    compared,
    data: found,
  } = await browseProducts(version, { ...query, page_size: BROWSE_PAGE_SIZE });
  const data = toDisplayed(found, currency);

  const money = makeMoney(currency);
  const hrefWith = makeHrefWith(query);
  const countries = query.q ? matchCountries(query.q, names.countries) : [];
  // Files hold all matches, with sources that this page may lack.
  const used =
    total > data.length
      ? priceSources(context.summary.sources)
      : listUsedSources(
          data.flatMap(({ cheapest, most_expensive, us }) =>
            [cheapest, most_expensive, us].filter((price) => price !== null),
          ),
          context.summary.sources,
        );
  const read = listReadDays(data.flatMap(({ cheapest }) => cheapest ?? []));
  const finding = writeBrowseFinding(query, { total, belowUs: below_us, compared }, data, money);
  return (
    <>
      <RefusedParameters refused={refused} />
      <PageHead
        title={writeBrowseTitle(query)}
        deck={
          countries.length > 0 ? (
            <>
              Countries with that name:{" "}
              {countries.map(({ code, name }, i) => (
                <span key={code}>
                  {i > 0 && ", "}
                  <Link href={`/countries/${code}`}>{name}</Link>
                </span>
              ))}
              .
            </>
          ) : undefined
        }
      />
      <BrowseForm query={query} choices={choices} />
      {total === 0 ? (
        <NoMatch query={query} hrefWith={hrefWith} names={names} />
      ) : (
        <Figure
          finding={finding}
          measure={`Lowest price ${query.country ? "there" : "of any country"}, ${money.unit}, with the local amount as published, ${writeReadSpan(read)}.`}
          source={<SourceList sources={used} />}
          {...figureData(
            context,
            finding,
            findBrowseFiles(query, money),
            { path: hrefWith({}), anchor: "list" },
            used,
            read,
          )}
        >
          <p className="view-switch">
            <Link href={hrefWith({ view: undefined })} aria-current={query.view === "table" ? "true" : undefined}>
              Table
            </Link>
            <Link href={hrefWith({ view: "cards" })} aria-current={query.view === "cards" ? "true" : undefined}>
              Cards
            </Link>
          </p>
          {query.view === "cards" ? (
            <ServiceCards products={data} money={money} today={today} />
          ) : (
            <DataTable
              caption={`${finding}. Amounts: ${money.unit}.`}
              columns={browseColumns(query, money, today, context.summary.sources, hrefWith)}
              rows={data}
              rowKey={({ product: slug }) => slug}
              hasStickyHead
            />
          )}
          <Pager
            page={query.page}
            pageSize={BROWSE_PAGE_SIZE}
            totalItems={total}
            hrefOf={(page) => hrefWith({ page })}
            label="Pages of the list"
          />
        </Figure>
      )}
      <FollowChanges feeds={feedsOf(query)} />
      <JsonLd
        value={toDataset(context.base, context.summary, {
          name: "Products of Price Atlas with their lowest and highest price",
          description: `${context.summary.products} digital subscriptions, each with the number of countries, lowest, median and highest price a month in US dollars.`,
          path: BROWSE_PATH,
          csv: "/api/export?dataset=products&format=csv",
          json: "/api/export?dataset=products&format=json",
        })}
      />
    </>
  );
}
