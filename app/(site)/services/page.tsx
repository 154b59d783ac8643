import type { Metadata } from "next";
import { browseColumns } from "@/components/services/browse-columns";
import { findBrowseFiles } from "@/components/services/browse-files";
import { BrowseForm } from "@/components/services/browse-form";
import { BROWSE_PATH, makeHrefWith } from "@/components/services/browse-href";
import { writeBrowseFinding, writeBrowseTitle, writeMissingThere } from "@/components/services/browse-words";
import { NoMatch } from "@/components/services/no-match";
import { figureData } from "@/components/site/figure-data";
import { JsonLd } from "@/components/site/json-ld";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { SourceList } from "@/components/site/source-list";
import { DataTable } from "@/components/ui/data-table";
import { Figure } from "@/components/ui/figure";
import { Link } from "@/components/ui/link";
import { ListFilter } from "@/components/ui/list-filter";
import { PageHead } from "@/components/ui/page-head";
import { Pager } from "@/components/ui/pager";
import { toFeedLink } from "@/lib/atom/address-rules";
import { readHome } from "@/lib/catalogue/countries/home-data";
import { readDisplayCurrency } from "@/lib/catalogue/fx/display-data";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { toDisplayed } from "@/lib/catalogue/prices/converted/data";
import { browseProducts, findBrowseChoices } from "@/lib/catalogue/products/browse/data";
import {
  BROWSE_PAGE_SIZE,
  type BrowsedProduct,
  BrowseQuery,
  FIRST_OFFERS,
} from "@/lib/catalogue/products/browse/schema";
import { categoryName, productLabel } from "@/lib/catalogue/products/rules";
import { findNames } from "@/lib/catalogue/search/data";
import { matchCountries } from "@/lib/catalogue/search/rules";
import { listUsedSources } from "@/lib/dataset/rules";
import { tellIndex } from "@/lib/findings/age-rules";
import { listReadDays, writeReadSpan } from "@/lib/findings/read-days-rules";
import { readPageContext } from "@/lib/pages/context";
import { describePage } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import { readPageQuery, type SearchParams, toHref } from "@/lib/pages/query";
import { toDataset } from "@/lib/pages/structured-data";
import { formatCount } from "@/lib/text/format";

const LIST = "list";

type Props = { searchParams: Promise<SearchParams> };

const feedOf = (query: BrowseQuery) => {
  const { q, category, country, platform, period } = query;
  return toFeedLink({ q, category, country, platform, period }, writeBrowseTitle(query));
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
    feed: feedOf(query),
  });
}

export default async function ServicesPage({ searchParams }: Props) {
  const { version, query, refused, choices } = await readFilters(searchParams);
  const [{ context }, names, { currency, unknown }, home] = await Promise.all([
    readPageContext(version),
    findNames(version),
    readDisplayCurrency(version, query.currency),
    readHome(version, query.home),
  ]);
  if (unknown) refused.push({ parameter: "currency", given: unknown });
  const { platform, period, country, category, q } = query;
  const { total, data: found } = await browseProducts(version, home, query);
  const slugs = found.map(({ product }) => product);
  const data = toDisplayed(found, currency);
  const money = makeMoney(currency);
  const hrefWith = makeHrefWith(query);
  const places = q ? matchCountries(q, names.countries) : [];
  const inCategory = names.products.filter(
    (product) => product.countries > 0 && (category === undefined || product.category === category),
  );
  const isWhole = country !== undefined && !q && !platform && !period;
  const missing = writeMissingThere(isWhole ? query : {}, {
    found: total,
    all: inCategory.length,
    names: inCategory.filter(({ slug }) => !slugs.includes(slug)).map(({ label }) => label),
  });
  const used = listUsedSources(
    data.flatMap(({ cheapest, most_expensive, mine }) =>
      [cheapest, most_expensive, mine].filter((price) => price !== null),
    ),
    context.summary.sources,
  );
  const read = listReadDays(data.flatMap(({ cheapest }) => cheapest ?? []));
  const both = data.filter(({ isSavingTold }) => isSavingTold);
  const isBelow = ({ cheapest, mine }: BrowsedProduct) => (cheapest?.usd_monthly ?? 0) < (mine?.usd_monthly ?? 0);
  const counts = { total, belowUs: both.filter(isBelow).length, compared: both.length };
  const finding = tellIndex(context.age, read, writeBrowseFinding(query, counts, data, money, home));
  // No difference is told as a saving while prices are aged.
  const rows = context.age === null ? data : data.map((row) => ({ ...row, isSavingTold: false }));
  const isFolded = data.length > FIRST_OFFERS && query.show !== "all" && !q;
  return (
    <>
      <RefusedParameters refused={refused} />
      <PageHead
        title={writeBrowseTitle(query, inCategory.length)}
        deck={
          places.length > 0 ? (
            <>
              Countries with that name:{" "}
              {places.map(({ code, name }, i) => (
                <span key={code}>
                  {i > 0 && ", "}
                  <Link href={`/countries/${code}`}>{name}</Link>
                </span>
              ))}
              .
            </>
          ) : (
            missing || undefined
          )
        }
      />
      <nav className="category-nav" aria-label="Category">
        {[{ category: undefined, name: "All", products: null }, ...choices.categories].map((one) => (
          <Link
            key={one.category ?? ""}
            href={`${hrefWith({ category: one.category, page: undefined })}#main`}
            aria-current={one.category === category ? "true" : undefined}
          >
            {one.category === undefined ? "All" : categoryName(one.category)} <span>{one.products}</span>
          </Link>
        ))}
      </nav>
      <ListFilter
        list={LIST}
        label="Find a subscription"
        action={`${BROWSE_PATH}#main`}
        keep={{ category, country, platform, period, currency: query.currency, home: query.home }}
        value={q}
        count={total === 1 ? "1 subscription" : `${formatCount(total)} subscriptions`}
      >
        {q && <Link href={hrefWith({ q: undefined })}>Show all</Link>}
      </ListFilter>
      <BrowseForm query={query} choices={choices} />
      {total === 0 ? (
        <NoMatch query={query} hrefWith={hrefWith} names={names} />
      ) : (
        <Figure
          size="small"
          finding={finding}
          measure={`Lowest price ${country ? "there" : "of any country"}, ${money.unit}, ${writeReadSpan(read)}.`}
          source={<SourceList sources={used} />}
          {...figureData(
            context,
            finding,
            findBrowseFiles(query, home, money),
            { path: hrefWith({}), anchor: "prices" },
            used,
            read,
          )}
          after={
            isFolded && (
              <Link className="more" href={`${hrefWith({ show: "all" })}#prices`} data-more={LIST}>
                Show all {formatCount(data.length)}
              </Link>
            )
          }
        >
          <DataTable
            caption={`${finding}. Amounts: ${money.unit}.`}
            columns={browseColumns({ query, home, money, hrefWith })}
            rows={rows}
            rowKey={({ product }) => product}
            list={{ id: LIST, nameOf: productLabel, shown: isFolded ? FIRST_OFFERS : undefined }}
          />
          <Pager
            page={query.page}
            pageSize={BROWSE_PAGE_SIZE}
            totalItems={total}
            hrefOf={(page) => hrefWith({ page })}
            label="Pages of the list"
          />
        </Figure>
      )}
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
