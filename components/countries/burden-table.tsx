import { type FigureContext, figureData } from "@/components/site/figure-data";
import { priceSources, SourceList } from "@/components/site/source-list";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Figure } from "@/components/ui/figure";
import { Link } from "@/components/ui/link";
import type { CountriesQuery } from "@/lib/catalogue/countries/ranking-schema";
import type { IndexedCountry } from "@/lib/catalogue/countries/schema";
import { byBurden, writeBurdenDeck } from "@/lib/findings/lens-rules";
import { formatTimes } from "@/lib/findings/times-rules";
import { baseName, formatCount, formatPct } from "@/lib/text/format";
import { filesOfIndex, type IndexPlace, shareRanking } from "./share";
import { makeRankLinks, SORT_NAMES, sortRanking, toRankOrder } from "./sort-ranking";

type Row = IndexedCountry & { ratio: number };

const columnsFor = (sortLink: ReturnType<typeof makeRankLinks>, base: string): readonly Column<Row>[] => [
  {
    key: "country",
    head: "Country",
    isRowHead: true,
    sort: sortLink("name"),
    cell: ({ country: code, name }) => (
      <>
        <Link href={`/countries/${code}?share=income`}>{name}</Link>
        <span className="code">{code}</span>
      </>
    ),
    stacked: "1 / 1",
  },
  {
    key: "ratio",
    head: `Share of income, ${base} = 1`,
    align: "end",
    sort: sortLink("burden"),
    unit: { after: ` × the share in ${baseName(base)}` },
    cell: ({ ratio }) => <b>{formatTimes(ratio)}</b>,
    stacked: "1 / 2 / 2 / 4",
  },
  {
    key: "median",
    head: "Typical in money",
    align: "end",
    sort: sortLink("index"),
    cell: ({ country: code, index }) =>
      code === base ? (
        "compared with"
      ) : (
        <>
          {formatPct(index.pct_vs_us)}
          <span className="only-stacked"> in money</span>
        </>
      ),
    stacked: "2 / 2 / 3 / 4",
  },
  {
    key: "income",
    head: "Income a head, $",
    align: "end",
    sort: sortLink("income"),
    unit: { before: "$" },
    cell: ({ income }) => (
      <>
        {formatCount(income.gni_per_capita_usd ?? 0)}
        <span className="only-stacked"> a head</span>
        <span className="sub">{income.year}</span>
      </>
    ),
    stacked: "2 / 1",
  },
  {
    key: "ppp",
    head: `By purchasing power, ${base} = 1`,
    align: "end",
    cell: ({ purchasing_power: { ratio, year, reason } }) =>
      ratio === null ? (
        <span className="reason">{reason}</span>
      ) : (
        <>
          {ratio.toFixed(2)}
          <span className="sub">{year}</span>
        </>
      ),
    stacked: null,
    hideBelow: 56,
  },
];

export type BurdenTableProps = {
  countries: readonly IndexedCountry[];
  query: CountriesQuery;
  place: IndexPlace;
  context: FigureContext;
};

/** Largest share of income first. */
export function BurdenTable({ countries, query, place, context }: BurdenTableProps) {
  const { base } = place;
  const order = toRankOrder(query, "income");
  const rows = sortRanking(byBurden(countries), order);
  const finding = "Median prices beside average incomes and general price levels";
  return (
    <Figure
      finding={finding}
      measure={`${writeBurdenDeck(countries, base)} Purchasing power: the same median divided by the country’s general price level, whose year stands below it; above 1, subscriptions are more expensive there than prices in general.`}
      source={
        <>
          <SourceList sources={priceSources(context.summary.sources)} /> Income and price levels:{" "}
          <a href="/about#sources">World Bank</a>.
        </>
      }
      {...figureData(context, finding, filesOfIndex(place), shareRanking(query, place))}
    >
      <DataTable
        caption={`The share of income that subscriptions take in ${rows.length} countries, sorted by ${SORT_NAMES[order.sort]}, ${order.order}`}
        columns={columnsFor(makeRankLinks(query, "income"), base)}
        rows={rows}
        rowKey={({ country: code }) => code}
        rowTone={({ country: code }) => (code === base ? "base" : undefined)}
      />
    </Figure>
  );
}
