import { getCountryDataList } from "countries-list";
import { toSortLink } from "@/components/prices/price-columns";
import { type FigureContext, figureData } from "@/components/site/figure-data";
import { priceSources, SourceList } from "@/components/site/source-list";
import { CodeBox } from "@/components/ui/code-box";
import { CopyButton } from "@/components/ui/copy-button";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Figure } from "@/components/ui/figure";
import { Link } from "@/components/ui/link";
import { type MultipliersQuery, toMultipliersParams } from "@/lib/catalogue/multipliers/page-schema";
import type { Multiplier, Multipliers } from "@/lib/catalogue/multipliers/schema";
import { toHref } from "@/lib/pages/query";
import { compareNames, countryInSentence, formatAmount, formatDay } from "@/lib/text/format";

type Known = Multiplier & { factor: number };

/** Focusable, so that the keyboard can scroll it. */
const SCROLLABLE = { tabIndex: 0 };

/** App Store Connect names countries by three letters, Google Play by two. */
const THREE_LETTERS: ReadonlyMap<string, string> = new Map(getCountryDataList().map(({ iso2, iso3 }) => [iso2, iso3]));

const LOCAL: Column<Known> = {
  key: "local",
  head: "Your price",
  align: "end",
  cell: ({ currency, local_price: price }) =>
    currency === null || price == null ? "no exchange rate" : `${currency}\u00a0${formatAmount(price, currency)}`,
  stacked: "3 / 1 / 4 / 4",
};

const intervalFor = (decimals: number): Column<Known> => ({
  key: "interval",
  head: "95% interval",
  align: "end",
  cell: ({ low, high }) =>
    low === null || high === null ? "" : `${low.toFixed(decimals)} to ${high.toFixed(decimals)}`,
  stacked: "2 / 2 / 3 / 4",
});

type Sort = MultipliersQuery["sort"];

const ORDERS: Readonly<Record<Sort, (a: Known, b: Known) => number>> = {
  country: (a, b) => compareNames(a.name, b.name),
  factor: (a, b) => a.factor - b.factor,
  subscriptions: (a, b) => a.n - b.n,
};

function sortFactors(rows: readonly Known[], { sort, order }: MultipliersQuery): Known[] {
  const sign = order === "ascending" ? 1 : -1;
  return [...rows].sort((a, b) => sign * ORDERS[sort](a, b) || ORDERS.factor(a, b));
}

function columnsFor(query: MultipliersQuery, hasInterval: boolean): readonly Column<Known>[] {
  const sortLink = toSortLink<Sort, MultipliersQuery>("/multipliers", query, toMultipliersParams, "#factors");
  return [
    {
      key: "country",
      head: "Country",
      isRowHead: true,
      sort: sortLink("country"),
      cell: ({ country, name }) => (
        <>
          <Link href={`/countries/${country}`}>{name}</Link>
          <span className="code">{country}</span>
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
    ...(query.price === undefined ? [] : [LOCAL]),
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
  multipliers,
  query,
  basisName,
  context,
}: {
  multipliers: Multipliers;
  query: MultipliersQuery;
  basisName: string;
  context: FigureContext;
}) {
  const { base, basis, tax, fx_date, price, countries } = multipliers;
  const decimals = query.round;
  const rows = sortFactors(
    countries.filter((one): one is Known => one.factor !== null),
    query,
  );
  const unknown = countries.length - rows.length;
  const [reason] = countries.flatMap(({ reason }) => reason ?? []);
  const currencyOfBase = countries.find(({ country }) => country === base)?.currency ?? "USD";
  const finding =
    rows.length === 0
      ? `No factor is known for a price in ${countryInSentence(base)}`
      : price === undefined
        ? `Factors of ${rows.length} countries on a price in ${countryInSentence(base)}`
        : `What ${currencyOfBase} ${formatAmount(price, currencyOfBase)} in ${countryInSentence(base)} would be in ${rows.length} countries, by what others charge`;
  const api = toHref("/api/multipliers", {
    ...{ base, basis, price, round: decimals },
    tax: tax === "excluded" ? tax : undefined,
  });
  const text = rows.map(({ country, name, currency, factor, local_price }) =>
    [
      ...[THREE_LETTERS.get(country) ?? "", country, name, currency ?? "", factor.toFixed(decimals)],
      ...(price === undefined ? [] : [local_price ?? ""]),
    ].join("\t"),
  );
  return (
    <Figure
      finding={finding}
      measure={`${basisName}${tax === "excluded" ? ", without tax" : ", as shown"}${fx_date ? `, at the exchange rates of ${formatDay(fx_date)}` : ""}. A factor of 0.5 means: half the price in ${countryInSentence(base)}, in one currency. ${unknown > 0 && reason ? `${rows.length === 0 ? "The reason" : `${unknown} other places have none`}: ${reason}.` : ""}`}
      source={<SourceList sources={priceSources(context.summary.sources)} />}
      {...figureData(
        context,
        finding,
        { api },
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
        rowKey={({ country }) => country}
        rowTone={({ country }) => (country === base ? "base" : undefined)}
      />
      <div className="section-near">
        <CodeBox
          title="To paste into a sheet"
          note={`code in App Store Connect, code in Google Play, country, currency, factor${price === undefined ? "" : ", your price there"}`}
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
