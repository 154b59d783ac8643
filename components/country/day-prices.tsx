import { type FigureContext, figureData } from "@/components/site/figure-data";
import { Checked } from "@/components/ui/checked";
import type { Column } from "@/components/ui/data-table";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Figure } from "@/components/ui/figure";
import { Link } from "@/components/ui/link";
import { Pager } from "@/components/ui/pager";
import { COUNTRY_PAGE_SIZE, type CountryQuery, toCountryParams } from "@/lib/catalogue/countries/page-schema";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { isListed } from "@/lib/catalogue/prices/rules";
import type { DayPrice } from "@/lib/catalogue/prices/schema";
import { billingName, formatBilled, writeRateDay } from "@/lib/catalogue/prices/words";
import { toLensParams, toTaxParams } from "@/lib/catalogue/tax/lens/rules";
import type { Lens } from "@/lib/catalogue/tax/lens/schema";
import { JSON_PAGE_SIZE } from "@/lib/contract/inputs";
import { listUsedSources, sourceOf } from "@/lib/dataset/rules";
import { toCsvHref, toHref } from "@/lib/pages/query";
import { countryInSentence, formatCount, formatDay } from "@/lib/text/format";

type DayRow = { price: DayPrice; label: string };

export type CountryDayPage = {
  code: string;
  date: string;
  rows: readonly DayRow[];
  total: number;
  query: CountryQuery;
  lens: Lens;
  money: Money;
  context: FigureContext;
};

export function CountryDayPrices({ page }: { page: CountryDayPage }) {
  const { code, date, rows, total, query, lens, context } = page;
  const path = `/countries/${code}`;
  const finding = `Every price in ${countryInSentence(code)} on ${formatDay(date)}`;
  const { category: _, sort: __, order: ___, ...params } = toCountryParams(query);
  const { platform, period } = query;
  // Prices of more than one call come in the order of findPricesOfDay.
  const isOneCall = total <= JSON_PAGE_SIZE;
  const api = toHref("/api/prices", {
    country: code,
    date,
    platform,
    period,
    ...toTaxParams(lens),
    ...page.money.params,
    ...(isOneCall
      ? { page_size: JSON_PAGE_SIZE }
      : { page: query.page === 1 ? undefined : query.page, page_size: COUNTRY_PAGE_SIZE }),
  });
  // The files hold all series, also those of other pages.
  const used =
    total > rows.length
      ? undefined
      : listUsedSources(
          rows.flatMap(({ price }) => (isListed(price) ? [price] : [])),
          context.summary.sources,
        );
  return (
    <Figure
      finding={finding}
      measure={`${formatCount(total)} prices that had not ended by then. A price holds from its last reading until another one or an end is read; “not read yet” was first read later, and is no price. Exchange rates of ${formatDay(context.summary.fx_date ?? date)}, at most ten days older.`}
      source="Each row names its own."
      {...figureData(
        context,
        finding,
        { api, csv: toCsvHref(api), json: api },
        { path, params, anchor: "prices" },
        used,
        used === undefined ? null : undefined,
      )}
    >
      {total === 0 ? (
        <EmptyState
          title={`No price was listed in ${countryInSentence(code)}`}
          waysOut={[{ href: path, text: "The latest prices" }]}
        />
      ) : (
        <>
          <DataTable
            caption={`Prices in ${countryInSentence(code)} on ${formatDay(date)}, by product${isOneCall ? ", those that had been read first" : ""}`}
            columns={columnsFor(page)}
            rows={rows}
            rowKey={({ price }) => `${price.product} ${price.platform} ${price.period}`}
          />
          <Pager
            page={query.page}
            pageSize={COUNTRY_PAGE_SIZE}
            totalItems={total}
            hrefOf={(target) => toHref(path, { ...params, page: target === 1 ? undefined : target }, "#prices")}
            label="Pages of the table"
          />
        </>
      )}
    </Figure>
  );
}

const columnsFor = ({ date, lens, money, context }: CountryDayPage): readonly Column<DayRow>[] => [
  {
    key: "product",
    head: "Product",
    isRowHead: true,
    cell: ({ price, label }) => (
      <Link href={toHref(`/services/${price.product}`, { ...toLensParams(lens), date })}>{label}</Link>
    ),
    stacked: "1 / 1",
  },
  { key: "billed", head: "Store, billing period", cell: ({ price }) => billingName(price), stacked: "3 / 1" },
  {
    key: "local",
    head: "Local price",
    align: "end",
    className: "local",
    cell: ({ price }) => (isListed(price) ? formatBilled(price) : "not read yet"),
    stacked: "2 / 1",
  },
  {
    key: "usd",
    head: money.monthly,
    align: "end",
    className: "amount",
    unit: money.around,
    cell: ({ price }) => {
      const rateDay = isListed(price) ? writeRateDay(price) : null;
      if (price.usd_monthly !== null)
        return (
          <>
            {money.amount(price)}
            {rateDay !== null && <span className="sub">{rateDay}</span>}
          </>
        );
      return price.amount === null ? null : <span className="reason">{describeUnknown(price)}</span>;
    },
    stacked: "1 / 2 / 2 / 4",
  },
  {
    key: "read",
    head: "Last read",
    align: "end",
    cell: ({ price }) => price.last_seen_on && <Checked day={price.last_seen_on} today={date} />,
    stacked: "2 / 2 / 3 / 4",
  },
  {
    key: "source",
    head: "Source",
    cell: ({ price }) =>
      price.source_url !== null && (
        <a href={price.source_url}>
          {sourceOf(price.source_url, context.summary.sources)?.publisher ?? new URL(price.source_url).hostname}
        </a>
      ),
    stacked: "3 / 2 / 4 / 4",
  },
];

const describeUnknown = (price: DayPrice) => (price.fx_rate === null ? "no rate of that day" : price.tax.reason);
