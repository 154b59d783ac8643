import { ScaleBar } from "@/components/charts/scale-bar";
import { WorldMap } from "@/components/charts/world-map";
import type { MapValue } from "@/components/charts/world-map-values";
import { figureData } from "@/components/site/figure-data";
import { SourceList } from "@/components/site/source-list";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Figure } from "@/components/ui/figure";
import { ListFilter } from "@/components/ui/list-filter";
import { ShowAll } from "@/components/ui/show-all";
import { type PriceTableRow, sortRows } from "@/lib/catalogue/prices/table-rules";
import { formatBilled } from "@/lib/catalogue/prices/words";
import { FIRST_COUNTRIES, toProductParams } from "@/lib/catalogue/products/page-schema";
import { fold } from "@/lib/catalogue/search/fold-rules";
import { listUsedSources } from "@/lib/dataset/rules";
import { inMonths } from "@/lib/findings/age-rules";
import { writeReadDays } from "@/lib/findings/read-days-rules";
import { writeLastSeen } from "@/lib/findings/told-rules";
import { toHref } from "@/lib/pages/query";
import { baseName, formatCount, formatDay } from "@/lib/text/format";
import { countNoun } from "@/lib/text/words";
import { type ProductPage, priceOf, toCountryHref } from "./model";
import { makeProductColumns } from "./prices-table";
import { toCallParams } from "./share";

const LIST = "last-seen-list";
const ANCHOR = "last-seen";

/** Countries whose prices were read long before those of others: dated, in a map and a table of their own, and ranked nowhere. */
export function LastSeenPrices({ page, rows }: { page: ProductPage; rows: readonly PriceTableRow[] }) {
  const { product, label, query, context, base, lens, money } = page;
  const path = `/services/${product.product}`;
  const { q, country: _, region: __, platform: ___, period: ____, ...others } = toProductParams(query);
  const named = rows.filter(({ name }) => fold(name).includes(fold(q ?? "")));
  const sorted = sortRows(named, query.sort, query.order);
  const isFolded = q === undefined && query.rows !== "all" && sorted.length > FIRST_COUNTRIES;
  const prices = rows.map(({ price }) => price);
  const used = listUsedSources(prices, context.summary.sources);
  const finding = writeLastSeen(prices, { one: "more country", many: "more countries" });
  const values = rows.map(
    ({ price, name, pct }): MapValue => ({
      code: price.country,
      name,
      pct: lens === "income" ? null : pct,
      detail: `${priceOf(price, money)} a month (${formatBilled(price)}), last seen ${formatDay(price.verified_on)}`,
      href: toCountryHref(page, price.country),
    }),
  );
  return (
    <details className="last-seen" open={q !== undefined || query.rows === "all"}>
      <summary className="chevron">{finding}</summary>
      <Figure
        finding={`${label}, last seen ${inMonths(prices)}`}
        measure={`Other countries were read since, so that these prices are in no ranking, no median and no saving; ${writeReadDays(prices)}.`}
        size="small"
        source={<SourceList sources={used} lens={lens} />}
        {...figureData(
          context,
          `${label}: ${finding}`,
          {
            api: toHref(`/api/services/${product.product}`, toCallParams(page)),
            csv: `/api/export?product=${product.product}&format=csv`,
            json: `/api/export?product=${product.product}&format=json`,
          },
          { path, params: { ...others, q }, anchor: ANCHOR },
          used,
        )}
      >
        {base !== null && lens !== "income" && rows.length > 1 && (
          <>
            <WorldMap
              values={values}
              tableHref={`#${LIST}`}
              base={baseName(base.country)}
              alt={`World map of prices of ${label} that were last seen ${inMonths(prices)}, in ${rows.length} countries, against ${baseName(base.country)}.`}
            />
            <ScaleBar base={base.country} noData="none, or read since" />
          </>
        )}
        <ListFilter
          list={LIST}
          label="Find a country last seen"
          action={`${path}#${ANCHOR}`}
          keep={others}
          value={q}
          count={countNoun(sorted.length, "country", "countries")}
        />
        {sorted.length === 0 ? (
          <EmptyState
            title={`Nothing found for “${q}”`}
            waysOut={[{ href: toHref(path, others, `#${ANCHOR}`), text: `Show all ${formatCount(rows.length)}` }]}
          />
        ) : (
          <DataTable
            caption={`${label}: prices last seen ${inMonths(prices)}, by country`}
            columns={makeProductColumns(page, new Map())
              .filter(({ key }) => key !== "vs")
              .map(({ sort: _, ...column }) => column)}
            rows={sorted}
            rowKey={({ price }) => `${price.country} ${price.platform} ${price.period}`}
            list={{ id: LIST, nameOf: ({ name }) => name, shown: isFolded ? FIRST_COUNTRIES : undefined }}
          />
        )}
        {isFolded && (
          <ShowAll list={LIST} href={toHref(path, { ...others, rows: "all" }, `#${ANCHOR}`)} count={sorted.length} />
        )}
      </Figure>
    </details>
  );
}
