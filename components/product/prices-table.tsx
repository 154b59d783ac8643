import { BillingFields } from "@/components/prices/billing-fields";
import { EvidenceMark } from "@/components/prices/evidence-mark";
import { PagedTable } from "@/components/prices/paged-table";
import { makePriceColumns, toSortLink } from "@/components/prices/price-columns";
import { ReportMark } from "@/components/report/report-mark";
import { figureData } from "@/components/site/figure-data";
import { SourceList } from "@/components/site/source-list";
import type { Column } from "@/components/ui/data-table";
import { Figure } from "@/components/ui/figure";
import { FilterForm } from "@/components/ui/filter-form";
import { Link } from "@/components/ui/link";
import { SelectField } from "@/components/ui/select-field";
import { filterRows, type PriceTableRow, type Sort, sortRows } from "@/lib/catalogue/prices/table-rules";
import { formatBilled, periodName, platformName, priceWord } from "@/lib/catalogue/prices/words";
import { PRODUCT_PAGE_SIZE, toProductParams } from "@/lib/catalogue/products/page-schema";
import { JSON_PAGE_SIZE } from "@/lib/contract/inputs";
import { toSeriesText } from "@/lib/desk/reports/rules";
import { writeConverted } from "@/lib/findings/day-rules";
import { toCsvHref, toHref } from "@/lib/pages/query";
import { compareNames, formatDay, STALE_AFTER_DAYS } from "@/lib/text/format";
import { capitalize } from "@/lib/text/words";
import { type ProductPage, toCountryHref } from "./model";
import { shareProductFigure, toCallParams } from "./share";

export type PricesTableProps = {
  page: ProductPage;
  rows: readonly PriceTableRow[];
  hasHistory: boolean;
};

function columnsFor({
  product,
  query,
  lens,
  money,
  today,
  context,
  home,
  reports,
}: ProductPage): readonly Column<PriceTableRow>[] {
  const sortLink = toSortLink<Sort, typeof query>(`/services/${product.product}`, query, toProductParams);
  const { local, usd, vs, share, verified, source } = makePriceColumns({
    money,
    today,
    sources: context.summary.sources,
    sortLink,
  });
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
          {price.country === home && <span className="you-tag">your country</span>}
          <ReportMark report={reports.get(toSeriesText(price))} />
          <span className="sub only-medium">{capitalize(platformName(price.platform))}</span>
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
          <span className="only-stacked">, {platformName(price.platform)}</span>
          <EvidenceMark price={price} />
        </>
      ),
    },
    usd,
    lens === "income" ? share : vs,
    verified,
    source,
  ];
}

export function ProductPricesTable({ page, rows, hasHistory }: PricesTableProps) {
  const { product, label, query, context, home } = page;
  const path = `/services/${product.product}`;
  const filtered = sortRows(filterRows(rows, query), query.sort, query.order);
  const shown = filtered.slice((query.page - 1) * PRODUCT_PAGE_SIZE, query.page * PRODUCT_PAGE_SIZE);
  const isFiltered = [query.country, query.region, query.platform, query.period].some((value) => value !== undefined);
  const params = toProductParams(query);
  const { country, region, platform, period, page: _, ...others } = params;
  const cleared = toHref(path, others, "#prices");
  const pinnedOf = (code: string | null) =>
    sortRows(
      rows.filter(({ price }) => price.country === code),
      "usd",
      "ascending",
    )[0];
  const pinned = [...new Set([pinnedOf(home), pinnedOf("US")])].filter((row) => row !== undefined);
  const stale = rows.some(
    ({ price }) => Date.parse(page.today) - Date.parse(price.verified_on) > STALE_AFTER_DAYS * 864e5,
  );
  const finding =
    query.date === undefined
      ? `Every current ${priceWord(product.prices)} of ${label}`
      : `Every ${priceWord(product.prices)} of ${label} on ${formatDay(query.date)}`;
  const asked = toCallParams(page);
  const listed = toHref("/api/prices", {
    ...{ ...asked, product: product.product, country, platform, period, page_size: JSON_PAGE_SIZE },
    region: query.date === undefined ? region?.toLowerCase().replaceAll(" ", "-") : undefined,
  });
  // One call has all prices of a product; with those of a day also the US price of that day.
  const isOnePage = query.date === undefined && filtered.length <= JSON_PAGE_SIZE;
  const api = isOnePage ? listed : toHref(`/api/services/${product.product}`, asked);
  return (
    <Figure
      finding={finding}
      measure={`${writeConverted(product.prices, context.summary.fx_date)}. ${page.lens === "income" ? "“Of an income”: what a month takes of a month’s average income." : `“Against the US” compares with the US price of the same platform and period${page.lens === "excluded" ? ", both without tax; local prices are as shown, with the tax where they include it" : ""}.`}${stale ? ` A dashed age means that the price was verified more than ${STALE_AFTER_DAYS} days ago.` : ""}${hasHistory ? "" : " Each price has been read once so far; the next reading begins its history."}`}
      source={
        <>
          Each row names its own: <SourceList sources={page.sources} lens={page.lens} /> Amounts are as published;
          nothing is rounded before conversion.
        </>
      }
      {...figureData(
        context,
        finding,
        {
          api,
          csv: toCsvHref(listed),
          json: api,
        },
        shareProductFigure(page, "prices"),
        page.sources,
      )}
    >
      <FilterForm
        action={`${path}#prices`}
        label="Filter prices"
        keep={others}
        {...(isFiltered && { resetHref: cleared })}
      >
        <SelectField
          label="Country"
          name="country"
          anyLabel="All countries"
          choices={countryChoices(rows)}
          value={country ?? ""}
        />
        <SelectField
          label="Region"
          name="region"
          anyLabel="All regions"
          choices={regionChoices(rows)}
          value={region ?? ""}
        />
        <BillingFields
          platform={platform}
          period={period}
          platforms={product.prices.map((price) => price.platform)}
          periods={product.prices.map((price) => price.period)}
        />
      </FilterForm>
      <PagedTable
        table={{
          caption: `${label}: prices by country, sorted by ${SORT_NAMES[query.sort]}, ${query.order}`,
          columns: columnsFor(page),
          rows: shown,
          rowKey: ({ price }) => `${price.country} ${price.platform} ${price.period}`,
          rowTone: ({ price }) => (price.country === home ? "you" : price.country === "US" ? "base" : undefined),
          pinned: isFiltered ? [] : pinned,
        }}
        totalItems={filtered.length}
        page={query.page}
        pageSize={PRODUCT_PAGE_SIZE}
        path={path}
        params={params}
        emptyTitle={`No price of ${label} fits these filters`}
        cleared={{ href: cleared, count: rows.length }}
      />
    </Figure>
  );
}

const SORT_NAMES: Record<Sort, string> = {
  country: "country",
  platform: "platform",
  period: "period",
  usd: "price a month",
  vs: "difference from the US",
  verified: "day of verification",
};

const byLabel = (a: { label: string }, b: { label: string }) => compareNames(a.label, b.label);
const countryChoices = (rows: readonly PriceTableRow[]) =>
  [...new Map(rows.map(({ price, name }) => [price.country, name]))]
    .map(([value, label]) => ({ value, label }))
    .sort(byLabel);
const regionChoices = (rows: readonly PriceTableRow[]) =>
  [...new Set(rows.map(({ region }) => region))].map((region) => ({ value: region, label: region })).sort(byLabel);
