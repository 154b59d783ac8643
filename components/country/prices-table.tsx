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
import {
  COUNTRY_PAGE_SIZE,
  hasDifference,
  hasUsPrice,
  type PriceSort,
  toCountryParams,
  toShownSort,
} from "@/lib/catalogue/countries/page-schema";
import { billingName, formatBilled, platformName } from "@/lib/catalogue/prices/words";
import { categoryName } from "@/lib/catalogue/products/rules";
import { toLensParams, toTaxParams } from "@/lib/catalogue/tax/lens-rules";
import type { Lens } from "@/lib/catalogue/tax/lens-schema";
import { JSON_PAGE_SIZE } from "@/lib/contract/inputs";
import { toSeriesText } from "@/lib/desk/reports/rules";
import { toCsvHref, toHref } from "@/lib/pages/query";
import { countryInSentence, formatCount, formatDay } from "@/lib/text/format";
import type { CountryPage, CountryRow } from "./model";
import { shareCountryFigure } from "./share";

function columnsFor({
  country,
  query,
  lens,
  money,
  today,
  context,
  reports,
}: CountryPage): readonly Column<CountryRow>[] {
  const shown = { code: country.code, lens };
  const sorted = { ...query, sort: toShownSort(query.sort, shown) };
  const sortLink = toSortLink<PriceSort, typeof query>(`/countries/${country.code}`, sorted, toCountryParams);
  const { billed, local, usd, vs, share, verified, source } = makePriceColumns({
    money,
    today,
    sources: context.summary.sources,
    sortLink,
  });
  return [
    {
      key: "product",
      head: "Subscription",
      isRowHead: true,
      sort: sortLink("product"),
      cell: ({ price, label }) => (
        <>
          <Link href={toHref(`/services/${price.product}`, toLensParams(lens))}>{label}</Link>
          <ReportMark report={reports.get(toSeriesText(price))} />
          <span className="sub only-medium">{billingName(price)}</span>
        </>
      ),
      stacked: "1 / 1",
    },
    {
      key: "category",
      head: "Category",
      sort: sortLink("category"),
      cell: ({ category }) => categoryName(category),
      stacked: null,
      hideBelow: 64,
    },
    { ...billed, key: "platform", head: "Platform" },
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
    ...(hasUsPrice(shown)
      ? [
          {
            key: "us",
            head: `US, ${money.monthly}`,
            align: "end",
            sort: sortLink("us"),
            cell: ({ us_usd_monthly }: CountryRow) => (us_usd_monthly === null ? "" : money.amount(us_usd_monthly)),
            stacked: null,
            hideBelow: 56,
          } as const,
        ]
      : []),
    ...(lens === "income" ? [share] : hasDifference(shown) ? [vs] : []),
    verified,
    source,
  ];
}

export function CountryPricesTable({ page }: { page: CountryPage }) {
  const { country, rows, found, figures, query, lens, context, sources } = page;
  const path = `/countries/${country.code}`;
  const params = toCountryParams(query);
  const { category, platform, period, page: _, ...others } = params;
  const isFiltered = [category, platform, period].some((value) => value !== undefined);
  const cleared = toHref(path, others, "#prices");
  const api = toHref("/api/prices", {
    ...{ country: country.code, category, platform, period, page_size: JSON_PAGE_SIZE },
    ...{ ...toTaxParams(lens), ...page.money.params },
  });
  const finding = `Every current price in ${countryInSentence(country.code)}`;
  return (
    <Figure
      finding={finding}
      measure={`${formatCount(country.prices)} ${country.prices === 1 ? "price" : "prices"}${context.summary.fx_date ? `, converted at the rates of ${formatDay(context.summary.fx_date)}` : ""}.${explainColumns(country.code, lens)}`}
      source={
        <>
          Each row names its own: <SourceList sources={sources} lens={lens} />
        </>
      }
      {...figureData(
        context,
        finding,
        {
          api,
          csv: toCsvHref(api),
          json: api,
        },
        shareCountryFigure(page, "prices"),
        sources,
      )}
    >
      {country.prices > FILTER_FROM && (
        <FilterForm
          action={`${path}#prices`}
          label="Filter prices"
          keep={others}
          {...(isFiltered && { resetHref: cleared })}
        >
          {(figures.categories.length > 1 || category !== undefined) && (
            <SelectField
              label="Category"
              name="category"
              anyLabel="All categories"
              choices={figures.categories.map((value) => ({ value, label: categoryName(value) }))}
              value={category ?? ""}
            />
          )}
          <BillingFields platform={platform} period={period} platforms={figures.platforms} periods={figures.periods} />
        </FilterForm>
      )}
      <PagedTable
        table={{
          caption: `Prices in ${countryInSentence(country.code)}, sorted by ${SORT_NAMES[toShownSort(query.sort, { code: country.code, lens })]}, ${query.order}`,
          columns: columnsFor(page),
          rows,
          rowKey: ({ price }) => `${price.product} ${price.platform} ${price.period}`,
        }}
        totalItems={found}
        page={query.page}
        pageSize={COUNTRY_PAGE_SIZE}
        path={path}
        params={params}
        emptyTitle={`No price in ${countryInSentence(country.code)} fits these filters`}
        cleared={{ href: cleared, count: country.prices }}
      />
    </Figure>
  );
}

function explainColumns(code: string, lens: Lens): string {
  if (lens === "income") return " “Of an income”: what a month takes of a month’s average income.";
  if (!hasUsPrice({ code })) return "";
  return ` “Against the US” compares with the US price of the same product, platform and period${lens === "excluded" ? ", both without tax; local prices are as shown, with the tax where they include it" : ""}.`;
}

const FILTER_FROM = 10;

const SORT_NAMES: Record<PriceSort, string> = {
  product: "product",
  category: "category",
  usd: "price a month",
  us: "US price a month",
  vs: "difference from the US",
  verified: "day of verification",
};
