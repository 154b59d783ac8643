import type { ReactNode } from "react";
import { type Column, DataTable } from "@/components/ui/data-table";
import { medianInterval } from "@/lib/catalogue/countries/rules";
import type { IndexedCountry } from "@/lib/catalogue/countries/schema";
import type { DatasetSummary } from "@/lib/dataset/schema";
import { formatRateBand, writeMonthsLeftOut, writeRateDays } from "@/lib/findings/rate-band-rules";
import { writeReadSpan } from "@/lib/findings/read-days-rules";
import { baseName, countryInSentence, formatDay, formatPct, formatShare } from "@/lib/text/format";

export const HowSure = ({ children }: { children: ReactNode }) => (
  <details className="prose prose-small">
    <summary className="chevron">How sure is this?</summary>
    {children}
    <p>
      Each interval is of the prices as they stand: it takes the subscriptions for independent ones, drawn at random,
      and one day’s exchange rates for exact. What rates alone do is told beside it, and is in no interval. None of it
      is a cost of living: wages, and what else a household buys, are left out.
    </p>
    <p>
      <a className="more" href="/docs/methodology">
        Method, step by step
      </a>
    </p>
  </details>
);

const columnsFor = (base: string): readonly Column<IndexedCountry>[] => [
  { key: "country", head: "Country", isRowHead: true, cell: ({ name }) => name, stacked: "1 / 1" },
  {
    key: "median",
    head: `Median against ${baseName(base)}`,
    align: "end",
    cell: ({ index }) => formatPct(index.pct_vs_us),
    stacked: "1 / 2",
  },
  {
    key: "interval",
    head: "95% interval",
    align: "end",
    unit: { before: "interval " },
    cell: ({ index }) => {
      const interval = medianInterval(index);
      return interval && `${formatPct(interval[0])} to ${formatPct(interval[1])}`;
    },
    stacked: "2 / 1 / 3 / 3",
  },
  {
    key: "half",
    head: "Half of them",
    align: "end",
    unit: { before: "half of them " },
    cell: ({ index }) => `${formatPct(index.p25_pct, 0)} to ${formatPct(index.p75_pct, 0)}`,
    stacked: "3 / 1 / 4 / 3",
  },
  {
    key: "cheaper",
    head: "Cost less there",
    align: "end",
    unit: { before: "cost less there: " },
    cell: ({ index }) => `${formatShare(index.cheaper_pct / 100)} of ${index.n_products}`,
    stacked: "4 / 1 / 5 / 3",
  },
  {
    key: "rates",
    head: "At other days’ rates",
    align: "end",
    unit: { before: "at other days’ rates " },
    cell: ({ index }) => formatRateBand(index),
    stacked: "5 / 1 / 6 / 3",
  },
  {
    key: "model",
    head: "Second method",
    align: "end",
    unit: { before: "second method " },
    cell: ({ index: { model } }) =>
      model && `${formatPct(model.value - 100)}, ${formatPct(model.low - 100)} to ${formatPct(model.high - 100)}`,
    stacked: "6 / 1 / 7 / 3",
  },
  {
    key: "ranks",
    head: "Ranks that are possible",
    align: "end",
    unit: { before: "ranks " },
    cell: ({ index: { model } }) =>
      model?.rank_low == null || model.rank_high == null
        ? ""
        : model.rank_low === model.rank_high
          ? model.rank_low
          : `${model.rank_low} to ${model.rank_high}`,
    stacked: "7 / 1 / 8 / 3",
  },
];

/** When prices were read, told once for the figure above; nothing without prices. */
export const ReadingDays = ({ read }: { read: { from: string; to: string; median: string } | null }) =>
  read && (
    <p>
      These prices were {writeReadSpan(read)}, half of them by {formatDay(read.median)}.
    </p>
  );

type RankingProps = {
  /** Cheapest first. */
  countries: readonly IndexedCountry[];
  base: string;
  read: DatasetSummary["index_read"];
};

/** The medians with what a second method and its ranks say of each. */
export function RankingHowSure({ countries, base, read }: RankingProps) {
  const bandDays = countries[0]?.index.rate_days ?? [];
  return (
    <HowSure>
      <p>
        The <b>median</b> asks what happens to a typical subscription: half of those sold in both countries differ by
        more, half by less. The <b>second method</b> (country-product dummy) compares every country with every other at
        once, from all prices. A country is called clearly cheaper or more expensive only where both intervals lie on
        that side of {countryInSentence(base)}.
      </p>
      <ReadingDays read={read} />
      {bandDays.length > 0 && (
        <p>
          <b>At other days’ rates</b> are the lowest and the highest median that the same prices give at the exchange
          rates of {writeRateDays(bandDays)}. {writeMonthsLeftOut(bandDays)}
        </p>
      )}
      <DataTable
        caption={`Medians and second method, both against ${baseName(base)}, with 95% intervals`}
        columns={columnsFor(base)}
        rows={countries.filter(({ country: code }) => code !== base)}
        rowKey={({ country: code }) => code}
      />
    </HowSure>
  );
}
