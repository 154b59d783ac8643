import { makePriceColumns, type PricedRow } from "@/components/prices/price-columns";
import { type Column, DataTable } from "@/components/ui/data-table";
import type { Comparison } from "@/lib/catalogue/compare/schema";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import type { SummarySource } from "@/lib/dataset/schema";
import { countryName } from "@/lib/text/format";

export type CellSourcesProps = {
  comparison: Comparison;
  label: (slug: string) => string;
  money: Money;
  sources: readonly SummarySource[];
};

function columnsFor({ label, money, sources }: CellSourcesProps): readonly Column<PricedRow>[] {
  const { billed, local, usd, verified, source } = makePriceColumns({ money, sources });
  return [
    {
      key: "product",
      head: "Subscription",
      isRowHead: true,
      cell: ({ price }) => label(price.product),
      stacked: "1 / 1",
    },
    { key: "country", head: "Country", cell: ({ price }) => countryName(price.country), stacked: "2 / 1" },
    billed,
    { ...local, stacked: "2 / 2 / 3 / 4" },
    usd,
    verified,
    source,
  ];
}

export function CellSources(props: CellSourcesProps) {
  return (
    <details className="chart-table">
      <summary className="chevron">Each price with its day and source</summary>
      <DataTable
        caption="The prices of the comparison, each with local amount, day of verification and source"
        columns={columnsFor(props)}
        rows={props.comparison.matrix.flatMap(({ cells }) =>
          cells.flatMap((price) => (price ? { price, pct: null } : [])),
        )}
        rowKey={({ price }) => `${price.product} ${price.country}`}
      />
    </details>
  );
}
