import { EvidenceMark } from "@/components/prices/evidence-mark";
import { makePriceColumns, toSortLink } from "@/components/prices/price-columns";
import { ReadDay } from "@/components/prices/read-day";
import { ReportMark } from "@/components/report/report-mark";
import { figureData } from "@/components/site/figure-data";
import { SourceList } from "@/components/site/source-list";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Figure } from "@/components/ui/figure";
import { Link } from "@/components/ui/link";
import { ListFilter } from "@/components/ui/list-filter";
import { ShowAll } from "@/components/ui/show-all";
import type { Price } from "@/lib/catalogue/prices/schema";
import {
  divideLastSeen,
  filterRows,
  type PriceTableRow,
  type Sort,
  sortRows,
} from "@/lib/catalogue/prices/table-rules";
import { formatBilled, periodName, platformName, priceWord } from "@/lib/catalogue/prices/words";
import { FIRST_COUNTRIES, toProductParams } from "@/lib/catalogue/products/page-schema";
import { fold } from "@/lib/catalogue/search/fold-rules";
import { JSON_PAGE_SIZE } from "@/lib/contract/inputs";
import { toSeriesText } from "@/lib/desk/reports/rules";
import { writeConverted } from "@/lib/findings/day-rules";
import { writeDistances } from "@/lib/findings/distance-rules";
import { toCsvHref, toHref } from "@/lib/pages/query";
import { countryInSentence, formatCount, formatDay } from "@/lib/text/format";
import { capitalize, countNoun } from "@/lib/text/words";
import { type ProductPage, toCountryHref } from "./model";
import { shareProductFigure, toCallParams } from "./share";

const LIST = "list";

export type PricesTableProps = {
  page: ProductPage;
  rows: readonly PriceTableRow[];
  hasHistory: boolean;
};

export function makeProductColumns(
  { product, query, lens, money, context, home, isOwn, base, reports }: ProductPage,
  others: ReadonlyMap<string, number>,
): readonly Column<PriceTableRow>[] {
  const sortLink = toSortLink<Sort, typeof query>(`/services/${product.product}`, query, toProductParams);
  const { local, usd, vs, share, verified, source } = makePriceColumns({
    money,
    sources: context.summary.sources,
    ...(base && { base: base.country }),
    sortLink,
  });
  const { sort: _, ...unsorted } = usd;
  return [
    {
      key: "country",
      head: "Country",
      isRowHead: true,
      sort: sortLink("country"),
      cell: ({ price, name }) => (
        <>
          <Link href={toCountryHref({ lens, query }, price.country)}>{name}</Link>
          <span className="code">{price.country}</span>
          {price.country === home && <span className="you-tag">{isOwn ? "your country" : "compared with"}</span>}
          <ReportMark report={reports.get(toSeriesText(price))} />
          <span className="sub only-medium">{capitalize(platformName(price.platform))}</span>
          <OtherPrices page={{ product, query }} country={price.country} count={others.get(price.country) ?? 0} />
        </>
      ),
      stacked: "1 / 1",
    },
    {
      key: "platform",
      head: "Platform",
      sort: sortLink("platform"),
      cell: ({ price }) => capitalize(platformName(price.platform)),
      stacked: null,
      hideBelow: 56,
    },
    {
      key: "period",
      head: "Period",
      sort: sortLink("period"),
      cell: ({ price }) => periodName(price.period),
      stacked: null,
      hideBelow: 64,
    },
    {
      ...local,
      cell: ({ price }) => (
        <>
          {formatBilled(price)}
          <span className="only-stacked">
            , {platformName(price.platform)}, <ReadDay price={price} />
          </span>
          <EvidenceMark price={price} />
        </>
      ),
    },
    ...(lens === "income" ? [unsorted, { ...share, sort: sortLink("usd") }] : [usd, vs]),
    { ...verified, head: "Read on", stacked: null },
    { ...source, stacked: null },
  ];
}

export function ProductPricesTable({ page, rows: all, hasHistory }: PricesTableProps) {
  const { product, label, query, context, home } = page;
  const path = `/services/${product.product}`;
  const isNarrowed = [query.country, query.region, query.platform, query.period].some((value) => value !== undefined);
  const isIncome = page.lens === "income";
  const rows = isNarrowed ? all : divideLastSeen(all).listed;
  const counted = rows.map(({ price }) => price);
  const isFiltered = isNarrowed || query.q !== undefined;
  const listed = isNarrowed ? filterRows(rows, query) : chooseOneEach(rows, page.lowest);
  const named = listed.filter(({ name }) => fold(name).includes(fold(query.q ?? "")));
  const sorted = sortRows(named, query.sort, query.order, isIncome);
  const isFolded = !isFiltered && query.rows !== "all" && sorted.length > FIRST_COUNTRIES;
  const params = toProductParams(query);
  const { q, country, region, platform, period, ...others } = params;
  const countries = new Set(sorted.map((row) => row.price.country)).size;
  const cleared = toHref(path, others, "#prices");
  const pinnedOf = (code: string | null) =>
    sortRows(
      rows.filter(({ price }) => price.country === code),
      "usd",
      "ascending",
    )[0];
  const pinned = [pinnedOf(page.base?.country ?? null)].filter((row) => row !== undefined);
  const finding =
    query.date === undefined
      ? `Every ${priceWord(product.prices)} of ${label}`
      : `Every ${priceWord(product.prices)} of ${label} on ${formatDay(query.date)}`;
  const asked = toCallParams(page);
  const call = toHref("/api/prices", {
    ...asked,
    product: product.product,
    country,
    platform,
    period,
    page_size: JSON_PAGE_SIZE,
    region: query.date === undefined ? region?.toLowerCase().replaceAll(" ", "-") : undefined,
  });
  // One call has all prices of a product; with those of a day also the US price of that day.
  const isOnePage = query.date === undefined && all.length <= JSON_PAGE_SIZE;
  const api = isOnePage ? call : toHref(`/api/services/${product.product}`, asked);
  return (
    <Figure
      finding={finding}
      measure={`${writeConverted(counted, context.summary.fx_date)}.${hasHistory ? "" : " Each price has been read once so far; the next reading begins its history."} ${writeDistances(counted)}`}
      source={
        <>
          Each row names its own: <SourceList sources={page.sources} lens={page.lens} />
        </>
      }
      {...figureData(
        context,
        finding,
        {
          api,
          csv: toCsvHref(call),
          json: api,
        },
        shareProductFigure(page, "prices"),
        page.sources,
      )}
    >
      <ListFilter
        list={LIST}
        label="Find a country"
        action={`${path}#prices`}
        keep={others}
        value={q}
        count={countNoun(countries, "country", "countries")}
      >
        {isFiltered && <Link href={cleared}>Show all</Link>}
      </ListFilter>
      {sorted.length === 0 ? (
        <EmptyState
          title={`No price of ${label} fits these filters`}
          waysOut={[{ href: cleared, text: `Show all ${formatCount(rows.length)} prices` }]}
        />
      ) : (
        <DataTable
          caption={`${label}: prices by country, sorted by ${isIncome && query.sort === "usd" ? "share of income" : SORT_NAMES[query.sort]}, ${query.order}`}
          columns={makeProductColumns(page, isNarrowed ? new Map() : countOthers(rows))}
          rows={sorted}
          list={{ id: LIST, nameOf: ({ name }) => name, shown: isFolded ? FIRST_COUNTRIES : undefined }}
          rowKey={({ price }) => `${price.country} ${price.platform} ${price.period}`}
          rowTone={({ price }) => (price.country === home ? "you" : undefined)}
          pinned={isFiltered ? [] : pinned}
        />
      )}
      {isFolded && (
        <ShowAll list={LIST} href={toHref(path, { ...others, rows: "all" }, "#prices")} count={sorted.length} />
      )}
    </Figure>
  );
}

/** Leads to the prices of other stores and periods of a country, of which the table shows the lowest. */
function OtherPrices({
  page,
  country,
  count,
}: {
  page: Pick<ProductPage, "product" | "query">;
  country: string;
  count: number;
}) {
  if (count === 0) return null;
  const params = { ...toProductParams(page.query), country };
  return (
    <Link className="other-prices" href={toHref(`/services/${page.product.product}`, params, "#prices")}>
      + {count} more
      <span className="visually-hidden">
        {" "}
        {priceNoun(count)} in {countryInSentence(country)}
      </span>
    </Link>
  );
}

const priceNoun = (count: number) => (count === 1 ? "price" : "prices");

/** Rows of `lowest`, and one of each country whose prices cannot be compared. */
function chooseOneEach(rows: readonly PriceTableRow[], lowest: readonly Price[]): PriceTableRow[] {
  const named = new Set(lowest.map(toSeriesText));
  const chosen = new Map<string, PriceTableRow>();
  for (const row of sortRows(rows, "usd", "ascending"))
    if (!chosen.has(row.price.country) || named.has(toSeriesText(row.price))) chosen.set(row.price.country, row);
  return [...chosen.values()];
}

function countOthers(rows: readonly PriceTableRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { price } of rows) counts.set(price.country, (counts.get(price.country) ?? -1) + 1);
  return counts;
}

const SORT_NAMES: Record<Sort, string> = {
  country: "country",
  platform: "platform",
  period: "period",
  usd: "price a month",
  vs: "difference",
  verified: "day of verification",
};
