import { Difference } from "@/components/charts/difference";
import { figureData } from "@/components/site/figure-data";
import { SourceList } from "@/components/site/source-list";
import { Checked } from "@/components/ui/checked";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterForm } from "@/components/ui/filter-form";
import { Pager } from "@/components/ui/pager";
import { Plate } from "@/components/ui/plate";
import { SelectField } from "@/components/ui/select-field";
import { sourceOf } from "@/lib/dataset/rules";
import { formatCount, formatDay, formatMoney, STALE_AFTER_DAYS } from "@/lib/format";
import { toHref } from "@/lib/pages/query";
import { PERIOD_NAMES, PLATFORM_NAMES } from "@/lib/prices/names";
import { filterRows, type PriceRow, type Sort, sortRows } from "@/lib/prices/table";
import type { ProductPage } from "./model";
import { PAGE_SIZE, toParams } from "./query";

export type PricesTableProps = { page: ProductPage; rows: readonly PriceRow[] };

function columnsFor(page: ProductPage): readonly Column<PriceRow>[] {
  const { product, query, money, today, context, home } = page;
  const sortLink = (sort: Sort) => {
    const isCurrent = query.sort === sort;
    const order = isCurrent && query.order === "ascending" ? "descending" : "ascending";
    const params = toParams({ ...query, sort, order, page: 1 });
    return {
      href: toHref(`/services/${product.slug}`, params, "#prices"),
      ...(isCurrent && { order: query.order }),
    };
  };
  return [
    {
      key: "country",
      head: "Country",
      isRowHead: true,
      sort: sortLink("country"),
      cell: ({ price, name }) => (
        <>
          <a href={`/countries/${price.country}`}>{name}</a>
          <span className="code">{price.country}</span>
          {price.country === home && <span className="you-tag">your country</span>}
          <span className="sub only-medium">{PLATFORM_NAMES[price.platform]}</span>
        </>
      ),
      stacked: "1 / 1",
    },
    {
      key: "platform",
      head: "Platform",
      sort: sortLink("platform"),
      cell: ({ price }) => PLATFORM_NAMES[price.platform],
      stacked: "3 / 1",
      hideBelow: 56,
    },
    {
      key: "period",
      head: "Period",
      sort: sortLink("period"),
      cell: ({ price }) => PERIOD_NAMES[price.period],
      stacked: null,
      hideBelow: 64,
    },
    {
      key: "local",
      head: "Local price",
      align: "end",
      className: "local",
      cell: ({ price }) => (
        <>
          {formatMoney(price.amount, price.currency)}
          {price.period !== "monthly" && <span className="only-below-64">, {PERIOD_NAMES[price.period]}</span>}
        </>
      ),
      stacked: "2 / 1",
    },
    {
      key: "usd",
      head: money.monthly,
      align: "end",
      className: "amount",
      sort: sortLink("usd"),
      cell: ({ price }) => (price.usd_monthly === null ? "no rate" : money.amount(price.usd_monthly)),
      stacked: "1 / 2 / 2 / 4",
    },
    {
      key: "vs",
      head: "Against the US",
      align: "end",
      sort: sortLink("vs"),
      cell: ({ price, pct }) =>
        price.country !== "US" && pct === null ? (
          <span className="local">no US price</span>
        ) : (
          <Difference pct={price.country === "US" ? null : pct} />
        ),
      stacked: "2 / 2 / 3 / 4",
    },
    {
      key: "verified",
      head: "Verified",
      align: "end",
      sort: sortLink("verified"),
      cell: ({ price }) => <Checked day={price.verified_on} today={today} />,
      stacked: "3 / 2 / 4 / 4",
    },
    {
      key: "source",
      head: "Source",
      cell: ({ price }) => (
        <a href={price.source_url}>
          {sourceOf(price.source_url, context.edition.sources)?.publisher ?? new URL(price.source_url).hostname}
        </a>
      ),
      stacked: "4 / 1 / 5 / 4",
    },
  ];
}

/** Every current price: filtered, sorted and paged by the address; the reader's country and the US stay on top. */
export function PricesTable({ page, rows }: PricesTableProps) {
  const { product, label, query, context, home } = page;
  const path = `/services/${product.slug}`;
  const filtered = sortRows(filterRows(rows, query), query.sort, query.order);
  const shown = filtered.slice((query.page - 1) * PAGE_SIZE, query.page * PAGE_SIZE);
  const isFiltered = [query.country, query.region, query.platform, query.period].some((value) => value !== undefined);
  const params = toParams(query);
  const { country, region, platform, period, page: _, ...kept } = params;
  const cleared = toHref(path, kept, "#prices");
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
  const finding = `Every current price of ${label}`;
  const api = toHref("/api/prices", { product: product.slug, country, platform, period, page_size: 200 });
  return (
    <Plate
      id="prices"
      finding={finding}
      measure={`${formatCount(rows.length)} ${rows.length === 1 ? "price" : "prices"}${context.edition.fx_date ? `, converted at the rates of ${formatDay(context.edition.fx_date)}` : ""}. “Against the US” compares with the US price of the same platform and period.${stale ? ` A dashed age was verified more than ${STALE_AFTER_DAYS} days ago.` : ""}`}
      source={
        <>
          Each row names its own: <SourceList sources={page.sources} /> Amounts are as published; nothing is rounded
          before conversion.
        </>
      }
      {...figureData(context, finding, {
        api,
        csv: `/api/export?product=${product.slug}&format=csv`,
        json: `/api/export?product=${product.slug}&format=json`,
      })}
    >
      <FilterForm
        action={`${path}#prices`}
        label="Filter prices"
        keep={kept}
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
        <SelectField
          label="Platform"
          name="platform"
          anyLabel="All platforms"
          choices={Object.entries(PLATFORM_NAMES).map(([value, name]) => ({ value, label: name }))}
          value={platform ?? ""}
        />
        <SelectField
          label="Period"
          name="period"
          anyLabel="All periods"
          choices={Object.entries(PERIOD_NAMES).map(([value, name]) => ({ value, label: name }))}
          value={period ?? ""}
        />
      </FilterForm>
      {filtered.length === 0 ? (
        <EmptyState
          title={`No price of ${label} fits these filters`}
          waysOut={[{ href: cleared, text: `Show all ${formatCount(rows.length)} prices` }]}
        />
      ) : (
        <>
          <DataTable
            caption={`${label}: prices by country, sorted by ${SORT_NAMES[query.sort]}, ${query.order}`}
            columns={columnsFor(page)}
            rows={shown}
            rowKey={({ price }) => `${price.country} ${price.platform} ${price.period}`}
            rowTone={({ price }) => (price.country === home ? "you" : price.country === "US" ? "base" : undefined)}
            pinned={isFiltered ? [] : pinned}
          />
          <Pager
            page={query.page}
            pageSize={PAGE_SIZE}
            totalItems={filtered.length}
            hrefOf={(target) => toHref(path, { ...params, page: target === 1 ? undefined : target }, "#prices")}
            label="Pages of the table"
          />
        </>
      )}
    </Plate>
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

const byLabel = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label, "en");
const countryChoices = (rows: readonly PriceRow[]) =>
  [...new Map(rows.map(({ price, name }) => [price.country, name]))]
    .map(([value, label]) => ({ value, label }))
    .sort(byLabel);
const regionChoices = (rows: readonly PriceRow[]) =>
  [...new Set(rows.map(({ region }) => region))].map((region) => ({ value: region, label: region })).sort(byLabel);
