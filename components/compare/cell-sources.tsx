import { Checked } from "@/components/ui/checked";
import { type Column, DataTable } from "@/components/ui/data-table";
import type { Comparison } from "@/lib/compare/schema";
import { sourceOf } from "@/lib/dataset/rules";
import type { EditionSource } from "@/lib/dataset/schema";
import { countryName, formatMoney } from "@/lib/format";
import type { Money } from "@/lib/fx/money";
import type { Price } from "@/lib/prices/schema";
import { periodName, platformName } from "@/lib/prices/words";

export type CellSourcesProps = {
  comparison: Comparison;
  label: (slug: string) => string;
  money: Money;
  sources: readonly EditionSource[];
  today: string;
};

const columnsFor = ({ label, money, sources, today }: CellSourcesProps): readonly Column<Price>[] => [
  { key: "product", head: "Product", isRowHead: true, cell: ({ product }) => label(product), stacked: "1 / 1" },
  { key: "country", head: "Country", cell: ({ country }) => countryName(country), stacked: "2 / 1" },
  {
    key: "billed",
    head: "Billed",
    cell: ({ platform, period }) => `${platformName(platform)}, ${periodName(period)}`,
    stacked: null,
    hideBelow: 56,
  },
  {
    key: "local",
    head: "Local price",
    align: "end",
    className: "local",
    cell: ({ amount, currency }) => formatMoney(amount, currency),
    stacked: "2 / 2 / 3 / 4",
  },
  {
    key: "usd",
    head: money.monthly,
    align: "end",
    className: "amount",
    cell: ({ usd_monthly }) => (usd_monthly === null ? "no rate" : money.amount(usd_monthly)),
    stacked: "1 / 2 / 2 / 4",
  },
  {
    key: "verified",
    head: "Verified",
    align: "end",
    cell: ({ verified_on }) => <Checked day={verified_on} today={today} />,
    stacked: "3 / 2 / 4 / 4",
  },
  {
    key: "source",
    head: "Source",
    cell: ({ source_url }) => (
      <a href={source_url}>{sourceOf(source_url, sources)?.publisher ?? new URL(source_url).hostname}</a>
    ),
    stacked: "3 / 1",
  },
];

/** Every price of the matrix with what it is, the day it was verified and where it was read. */
export function CellSources(props: CellSourcesProps) {
  return (
    <details className="chart-table">
      <summary className="chevron">Each price with its day and source</summary>
      <DataTable
        caption="The prices of the comparison, each with local amount, day of verification and source"
        columns={columnsFor(props)}
        rows={props.comparison.matrix.flatMap(({ cells }) => cells.flatMap((cell) => cell ?? []))}
        rowKey={({ product, country }) => `${product} ${country}`}
      />
    </details>
  );
}
