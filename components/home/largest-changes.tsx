import { Sparkline } from "@/components/charts/sparkline";
import { type FigureContext, figureData } from "@/components/site/figure-data";
import { priceSources, SourceList } from "@/components/site/source-list";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Figure } from "@/components/ui/figure";
import { Link } from "@/components/ui/link";
import type { LargestChange } from "@/lib/catalogue/prices/changes-schema";
import type { ReadTwice } from "@/lib/catalogue/prices/largest-changes-data";
import { formatBilled } from "@/lib/catalogue/prices/words";
import { productLabel } from "@/lib/catalogue/products/rules";
import { writeChangeFinding, writeChangeScope } from "@/lib/findings/dataset-rules";
import { formatDay, formatPct } from "@/lib/text/format";

const SAMPLES = 24;

/** Amounts on evenly spaced days, so that a step is drawn at its date. */
function sampleAmounts(amounts: LargestChange["amounts"], from: string, to: string): number[] {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  return Array.from({ length: SAMPLES }, (_, i) => {
    const day = new Date(start + ((end - start) * i) / (SAMPLES - 1)).toISOString().slice(0, 10);
    return (amounts.filter((one) => one.day <= day).at(-1) ?? amounts[0])?.amount ?? 0;
  });
}

const columnsFor = (from: string, to: string): readonly Column<LargestChange>[] => [
  {
    key: "country",
    head: "Country",
    isRowHead: true,
    cell: ({ country, country_name, also, product, ...named }) => (
      <>
        <Link href={`/services/${product}?history=${country}`}>{country_name}</Link>
        {also > 0 && <span className="code">+{also}</span>}
        <span className="sub">{productLabel(named)}</span>
      </>
    ),
    stacked: "1 / 1",
  },
  { key: "seen", head: "First seen", cell: (change) => formatDay(change.first_seen_on), stacked: "2 / 1" },
  {
    key: "was",
    head: "Was",
    align: "end",
    className: "local",
    cell: ({ was, ...billed }) => formatBilled({ ...billed, amount: was }),
    stacked: null,
  },
  {
    key: "is",
    head: "Is",
    align: "end",
    className: "local",
    cell: ({ was, is, ...billed }) => (
      <>
        <span className="only-stacked">{formatBilled({ ...billed, amount: was })} to </span>
        {formatBilled({ ...billed, amount: is })}
      </>
    ),
    stacked: "2 / 2 / 3 / 4",
  },
  {
    key: "pct",
    head: "Change",
    align: "end",
    cell: ({ pct }) => <b>{formatPct(pct)}</b>,
    stacked: "1 / 3",
  },
  {
    key: "line",
    head: <span className="visually-hidden">Local price over time</span>,
    align: "end",
    cell: ({ amounts }) => <Sparkline values={sampleAmounts(amounts, from, to)} />,
    stacked: "1 / 2",
  },
];

export function LargestChanges({
  moves,
  since,
  readTwice,
  context,
}: {
  moves: readonly LargestChange[];
  since: string;
  readTwice: ReadTwice;
  context: FigureContext;
}) {
  const [largest] = moves;
  if (!largest) return null;
  const firstDay = moves.flatMap(({ amounts }) => amounts.map(({ day }) => day)).sort()[0] ?? since;
  const lastDay =
    moves
      .map(({ first_seen_on }) => first_seen_on)
      .sort()
      .at(-1) ?? since;
  const finding = writeChangeFinding({ ...largest, label: productLabel(largest) }, readTwice);
  return (
    <Figure
      size="small"
      finding={finding}
      measure={`Largest changes of a local price since ${formatDay(since)}, one for each country and vendor; +${"\u202f"}2 means that two more countries had the same change. The line shows the local price since ${formatDay(firstDay)}. ${writeChangeScope(readTwice, context.summary.products)}`}
      source={<SourceList sources={priceSources(context.summary.sources)} />}
      {...figureData(
        context,
        finding,
        {
          api: "/api/summary",
          json: "/api/summary",
        },
        { path: "/", anchor: "changes" },
        undefined,
        { from: firstDay, to: lastDay },
      )}
      after={
        <a className="more" href="/feed.xml">
          Follow price changes as a feed
        </a>
      }
    >
      <DataTable
        caption="Largest price changes of twelve months, sorted by size, descending"
        columns={columnsFor(firstDay, context.summary.data_date)}
        rows={moves}
        rowKey={({ product, country }) => `${product} ${country}`}
      />
    </Figure>
  );
}
