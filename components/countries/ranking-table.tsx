import { Difference } from "@/components/charts/difference";
import { type FigureContext, figureData } from "@/components/site/figure-data";
import { priceSources, SourceList } from "@/components/site/source-list";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Figure } from "@/components/ui/figure";
import { Link } from "@/components/ui/link";
import type { CountriesQuery } from "@/lib/catalogue/countries/ranking-schema";
import type { IndexedCountry } from "@/lib/catalogue/countries/schema";
import { toLensParams } from "@/lib/catalogue/tax/lens/rules";
import { writeLeadMeasure } from "@/lib/findings/ranking-rules";
import { writeReadSpan } from "@/lib/findings/read-days-rules";
import { isAcrossTaxLine } from "@/lib/findings/tax-line-rules";
import type { TaxFree } from "@/lib/findings/verdict-rules";
import { toHref } from "@/lib/pages/query";
import { baseName, formatDay, formatPct } from "@/lib/text/format";
import { countWord } from "@/lib/text/words";
import { filesOfIndex, type IndexPlace, shareRanking } from "./share";
import { makeRankLinks, SORT_NAMES, sortRanking, toRankOrder } from "./sort-ranking";

/** Without tax, beside a list price that is compared across the line of tax. */
function TaxFreeFigure({ country, base, taxFree }: { country: string; base: string; taxFree: TaxFree }) {
  const pct = isAcrossTaxLine(country, base) ? taxFree.get(country)?.pct_vs_us : undefined;
  return pct === undefined ? null : (
    <>
      {formatPct(pct, 0)}
      <span className="only-stacked"> without tax</span>
    </>
  );
}

function columnsFor(
  query: CountriesQuery,
  { lens, base, reader }: IndexPlace,
  { ranks, taxFree }: { ranks: readonly number[]; taxFree: TaxFree },
): readonly Column<IndexedCountry>[] {
  const sortLink = makeRankLinks(query, lens);
  const isWithTaxFree = lens === "shown" && taxFree.size > 0;
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
      head: `Typical difference from ${baseName(base)}`,
      align: "end",
      sort: sortLink("index"),
      cell: ({ country: code, index }) =>
        code === base ? "compared with" : <Difference pct={index.pct_vs_us} digits={0} />,
      stacked: "1 / 2 / 2 / 4",
    },
    ...(isWithTaxFree
      ? [
          {
            key: "without-tax",
            head: "Without tax",
            align: "end",
            cell: ({ country: code }: IndexedCountry) => <TaxFreeFigure country={code} base={base} taxFree={taxFree} />,
            stacked: "2 / 2 / 3 / 4",
          } as const,
        ]
      : []),
    ...(lens === "excluded" && base === "US" ? [AS_SHOWN] : []),
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
  taxFree: TaxFree;
  query: CountriesQuery;
  place: IndexPlace;
  context: FigureContext;
  /** Most of the prices are of the App Store. */
  isMostlyAppStore: boolean;
};

/** `countries` cheapest first. */
export function RankingTable({ countries, taxFree, query, place, context, isMostlyAppStore }: RankingTableProps) {
  const { lens, base } = place;
  const without = lens === "excluded" ? " without tax" : "";
  const finding = `What the typical subscription costs in ${countWord(countries.length)} countries${without}`;
  const lead = lens === "shown" ? `${writeLeadMeasure(countries, base, taxFree)} ` : "";
  const { index_read, fx_date } = context.summary;
  const order = toRankOrder(query, lens);
  return (
    <Figure
      finding={finding}
      size="small"
      measure={`${lead}Subscriptions that both countries sell${isMostlyAppStore ? ", most of them App Store prices" : ""}, ${writeReadSpan(index_read)}.`}
      source={
        <>
          <SourceList sources={priceSources(context.summary.sources)} lens={lens} />
          {fx_date && ` Rates of ${formatDay(fx_date)}.`}
        </>
      }
      {...figureData(context, finding, filesOfIndex(place), shareRanking(query, place))}
    >
      <DataTable
        caption={`Price index of ${countries.length} countries, sorted by ${SORT_NAMES[order.sort]}, ${order.order}`}
        columns={columnsFor(query, place, { ranks: countries.map(({ index }) => index.rank), taxFree })}
        rows={sortRanking(countries, order)}
        rowKey={({ country: code }) => code}
        rowTone={({ country: code }) => (code === base ? "base" : undefined)}
        className="rank-table"
      />
    </Figure>
  );
}

/** `11`, or `11=` where several of `all` share the rank. */
const formatRank = (rank: number, all: readonly number[]): string =>
  all.filter((other) => other === rank).length > 1 ? `${rank}=` : `${rank}`;
