import { toSortLink } from "@/components/prices/price-columns";
import { type FigureContext, figureData } from "@/components/site/figure-data";
import { priceSources, SourceList } from "@/components/site/source-list";
import { CodeBox } from "@/components/ui/code-box";
import { CopyButton } from "@/components/ui/copy-button";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Figure } from "@/components/ui/figure";
import { Link } from "@/components/ui/link";
import { type MultipliersQuery, toMultipliersParams } from "@/lib/catalogue/multipliers/page-schema";
import type { Factor } from "@/lib/catalogue/multipliers/rules";
import { MIN_CATEGORY_SIZE } from "@/lib/catalogue/price-index/rules";
import { MIN_BASKET_SIZE } from "@/lib/contract/basket";
import { toHref } from "@/lib/pages/query";
import { compareNames, countryInSentence, formatAmount, formatDay } from "@/lib/text/format";

/** Focusable, so that the keyboard can scroll it. */
const SCROLLABLE = { tabIndex: 0 };

const LOCAL: Column<Factor> = {
  key: "local",
  head: "Your price",
  align: "end",
  cell: ({ currency, local: price }) =>
    currency === null || price === null ? "no exchange rate" : `${currency}\u00a0${formatAmount(price, currency)}`,
  stacked: "3 / 1 / 4 / 4",
};

const SHOP: Column<Factor> = {
  key: "shop",
  head: "As a shop price",
  align: "end",
  unit: { before: "as a shop price " },
  cell: ({ currency, shop }) => (currency === null || shop === null ? "" : formatAmount(shop, currency)),
  stacked: "4 / 1 / 5 / 4",
};

const intervalFor = (decimals: number): Column<Factor> => ({
  key: "interval",
  head: "95% interval",
  align: "end",
  cell: ({ low, high }) =>
    low === null || high === null ? "" : `${low.toFixed(decimals)} to ${high.toFixed(decimals)}`,
  stacked: "2 / 2 / 3 / 4",
});

type Sort = MultipliersQuery["sort"];

const ORDERS: Readonly<Record<Sort, (a: Factor, b: Factor) => number>> = {
  country: (a, b) => compareNames(a.name, b.name),
  factor: (a, b) => a.factor - b.factor,
  subscriptions: (a, b) => a.n - b.n,
};

function sortFactors(rows: readonly Factor[], { sort, order }: MultipliersQuery): Factor[] {
  const sign = order === "ascending" ? 1 : -1;
  return [...rows].sort((a, b) => sign * ORDERS[sort](a, b) || ORDERS.factor(a, b));
}

function columnsFor(query: MultipliersQuery, hasInterval: boolean): readonly Column<Factor>[] {
  const sortLink = toSortLink<Sort, MultipliersQuery>("/multipliers", query, toMultipliersParams, "#factors");
  return [
    {
      key: "country",
      head: "Country",
      isRowHead: true,
      sort: sortLink("country"),
      cell: ({ country: code, name }) => (
        <>
          <Link href={`/countries/${code}`}>{name}</Link>
          <span className="code">{code}</span>
        </>
      ),
      stacked: "1 / 1",
    },
    { key: "currency", head: "Currency", cell: ({ currency }) => currency ?? "", stacked: null, hideBelow: 56 },
    {
      key: "factor",
      head: "Factor",
      align: "end",
      unit: { before: "× " },
      sort: sortLink("factor"),
      cell: ({ factor }) => <b>{factor.toFixed(query.round)}</b>,
      stacked: "1 / 2 / 2 / 4",
    },
    ...(query.price === undefined ? [] : [LOCAL, SHOP]),
    ...(hasInterval ? [intervalFor(query.round)] : []),
    {
      key: "n",
      head: "Subscriptions",
      align: "end",
      sort: sortLink("subscriptions"),
      cell: ({ n }) => (
        <>
          {n}
          <span className="only-stacked"> {n === 1 ? "subscription" : "subscriptions"}</span>
        </>
      ),
      stacked: "2 / 1",
    },
  ];
}

export function MultipliersTable({
  factors,
  isWithout,
  query,
  basisName,
  context,
}: {
  factors: readonly Factor[];
  /** Some places have too few subscriptions in common with the base. */
  isWithout: boolean;
  query: MultipliersQuery;
  basisName: string;
  context: FigureContext;
}) {
  const { base, category, tax, price, round: decimals } = query;
  const { fx_date } = context.summary;
  const rows = sortFactors(factors, query);
  const least = category === undefined ? MIN_BASKET_SIZE : MIN_CATEGORY_SIZE;
  const without = tax === "excluded" ? " whose price without tax is known" : "";
  const currencyOfBase = factors.find(({ country: code }) => code === base)?.currency ?? "USD";
  const finding =
    rows.length === 0
      ? `No factor is known for a price in ${countryInSentence(base)}`
      : price === undefined
        ? `Factors of ${rows.length} countries on a price in ${countryInSentence(base)}`
        : `What ${currencyOfBase} ${formatAmount(Number(price), currencyOfBase)} in ${countryInSentence(base)} would be in ${rows.length} countries, by what others charge`;
  const api = toHref("/api/countries", { base: base === "US" ? undefined : base, category, tax, price });
  const text = rows.map(({ country: code, iso3, name, currency, factor, local, shop }) =>
    [
      iso3,
      code,
      name,
      currency ?? "",
      factor.toFixed(decimals),
      ...(price === undefined ? [] : [local ?? "", shop ?? ""]),
    ].join("\t"),
  );
  return (
    <Figure
      finding={finding}
      measure={`${basisName}${tax === "excluded" ? ", without tax" : ", list prices"}${fx_date ? `, at the exchange rates of ${formatDay(fx_date)}` : ""}. A factor of 0.5 means: half the price in ${countryInSentence(base)}, in one currency. ${isWithout ? `Places with fewer than ${least} products in common with it${without} have none.` : ""}`}
      source={<SourceList sources={priceSources(context.summary.sources)} />}
      {...figureData(
        context,
        finding,
        {
          api,
          csv: toHref("/multipliers.csv", { base: base === "US" ? undefined : base, category, tax, price }),
        },
        {
          path: "/multipliers",
          params: toMultipliersParams(query),
          anchor: "factors",
        },
      )}
    >
      <DataTable
        caption={`Factors on a price in ${countryInSentence(base)}, sorted by ${query.sort}, ${query.order}`}
        columns={columnsFor(
          query,
          rows.some(({ low }) => low !== null),
        )}
        rows={rows}
        rowKey={({ country: code }) => code}
        rowTone={({ country: code }) => (code === base ? "base" : undefined)}
      />
      <div className="section-near">
        <CodeBox
          title="To paste into a sheet"
          note={`code in App Store Connect, code in Google Play, country, currency, factor${price === undefined ? "" : ", your price there, as a shop price"}`}
        >
          <div className="code-block">
            <pre {...SCROLLABLE}>{text.join("\n")}</pre>
            <CopyButton label="Copy table" />
          </div>
        </CodeBox>
      </div>
    </Figure>
  );
}
