import { DistributionStrip } from "@/components/charts/distribution-strip";
import { PercentAxis } from "@/components/charts/percent-axis";
import { type FigureContext, figureData } from "@/components/site/figure-data";
import { priceSources, SourceList } from "@/components/site/source-list";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Figure } from "@/components/ui/figure";
import { formatRank } from "@/components/ui/format-rank";
import { Link } from "@/components/ui/link";
import type { CountriesQuery } from "@/lib/catalogue/countries/ranking-schema";
import { medianInterval } from "@/lib/catalogue/countries/rules";
import type { IndexedCountry } from "@/lib/catalogue/countries/schema";
import { toLensParams } from "@/lib/catalogue/tax/lens-rules";
import { writeSpreadFinding } from "@/lib/findings/ranking-rules";
import { writeReadSpan } from "@/lib/findings/read-days-rules";
import { toHref } from "@/lib/pages/query";
import { baseName, formatDay, formatPct, formatShare } from "@/lib/text/format";
import { filesOfIndex, type IndexPlace, shareRanking } from "./share";
import { makeRankLinks, SORT_NAMES, sortRanking, toRankOrder } from "./sort-ranking";

function Median({ country, base }: { country: IndexedCountry; base: string }) {
  if (country.country === base) return "compared with";
  const interval = medianInterval(country.index);
  return (
    <>
      <b>{formatPct(country.index.pct_vs_us)}</b>
      {interval && (
        <span className="sub">
          {formatPct(interval[0], 0)} to {formatPct(interval[1], 0)}
        </span>
      )}
    </>
  );
}

function columnsFor(
  query: CountriesQuery,
  { lens, base, reader }: IndexPlace,
  ranks: readonly number[],
): readonly Column<IndexedCountry>[] {
  const sortLink = makeRankLinks(query, lens);
  const isBase = ({ country: code }: IndexedCountry) => code === base;
  return [
    {
      key: "rank",
      head: <span className="visually-hidden">Rank</span>,
      cell: ({ index }) => formatRank(index.rank, ranks),
      className: "rank",
      stacked: null,
    },
    {
      key: "country",
      head: "Country",
      isRowHead: true,
      sort: sortLink("name"),
      cell: ({ country: code, name, index }) => (
        <>
          <Link href={toHref(`/countries/${code}`, { home: reader.home, ...toLensParams(lens) })}>{name}</Link>
          <span className="code">{code}</span>
          {index.usd_billed && <span className="sub">mostly billed in US dollars</span>}
        </>
      ),
      stacked: "1 / 1",
    },
    {
      key: "median",
      head: "Typical",
      align: "end",
      sort: sortLink("index"),
      cell: (country) => <Median country={country} base={base} />,
      stacked: "1 / 2 / 2 / 4",
    },
    {
      key: "strip",
      className: "strip-column",
      head: (
        <>
          <span className="visually-hidden">Distribution</span>
          <PercentAxis base={base} />
        </>
      ),
      cell: (country) => <DistributionStrip values={isBase(country) ? null : country.index} />,
      stacked: "2 / 1 / 3 / 4",
    },
    {
      key: "half",
      head: "Half of them",
      align: "end",
      cell: (country) =>
        isBase(country) ? "" : `${formatPct(country.index.p25_pct, 0)} to ${formatPct(country.index.p75_pct, 0)}`,
      stacked: null,
      hideBelow: 64,
    },
    {
      key: "share",
      head: (
        <>
          Cheaper
          <br />
          than {baseName(base)}
        </>
      ),
      align: "end",
      sort: sortLink("share"),
      cell: (country) => (isBase(country) ? "" : formatShare(country.index.cheaper_pct / 100)),
      stacked: null,
      hideBelow: 56,
    },
    ...(lens === "excluded" && base === "US" ? [AS_SHOWN] : []),
    {
      key: "basket",
      head: "Subscriptions",
      align: "end",
      sort: sortLink("basket"),
      cell: ({ index }) => index.n_products,
      stacked: null,
    },
  ];
}

/** The only median that compares with the median without tax: both cover the same products. */
const AS_SHOWN: Column<IndexedCountry> = {
  key: "shown",
  head: "Same subscriptions, list price",
  align: "end",
  cell: ({ country: code, ex_tax }) =>
    code === "US" || ex_tax?.shown_pct_vs_us == null ? (
      ""
    ) : (
      <>
        <span className="only-stacked">list price </span>
        {formatPct(ex_tax.shown_pct_vs_us)}
      </>
    ),
  stacked: "3 / 1 / 4 / 4",
};

export type RankingTableProps = {
  countries: readonly IndexedCountry[];
  query: CountriesQuery;
  place: IndexPlace;
  context: FigureContext;
  /** Most of the prices are of the App Store. */
  isMostlyAppStore: boolean;
};

/** `countries` cheapest first. */
export function RankingTable({ countries, query, place, context, isMostlyAppStore }: RankingTableProps) {
  const { lens, base } = place;
  const isTaxFree = lens === "excluded";
  const finding = writeSpreadFinding(countries, base);
  const { index_read, fx_date } = context.summary;
  const order = toRankOrder(query, lens);
  return (
    <Figure
      finding={finding}
      measure={`Price differences from ${baseName(base)}${isTaxFree ? " without tax" : ""} over the subscriptions that both sell${isMostlyAppStore ? ", most of them App Store prices" : ""}, ${writeReadSpan(index_read)}. Below each typical difference its 95% interval: where two overlap, which is lower is too close to call.`}
      source={
        <>
          <SourceList sources={priceSources(context.summary.sources)} lens={lens} />
          {fx_date && ` Rates of ${formatDay(fx_date)}.`}
        </>
      }
      {...figureData(context, finding, filesOfIndex(place), shareRanking(query, place))}
    >
      <div className="axis-stacked">
        <PercentAxis base={base} />
      </div>
      <DataTable
        caption={`Price index of ${countries.length} countries, sorted by ${SORT_NAMES[order.sort]}, ${order.order}`}
        columns={columnsFor(
          query,
          place,
          countries.map(({ index }) => index.rank),
        )}
        rows={sortRanking(countries, order)}
        rowKey={({ country: code }) => code}
        rowTone={({ country: code }) => (code === base ? "base" : undefined)}
        className="rank-table"
      />
      <details className="prose prose-small">
        <summary className="chevron">How to read a row</summary>
        <p>
          A tenth of a country’s prices lie at or below the left end of the thin line, a tenth at or above its right
          end. The thick bar holds the middle half, the disc is the typical difference, and the line with tall ends is
          its 95% interval.
        </p>
      </details>
    </Figure>
  );
}
