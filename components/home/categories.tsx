import { Difference } from "@/components/charts/difference";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import type { CategoryMedians } from "@/lib/catalogue/categories/schema";
import { categoryName } from "@/lib/catalogue/products/rules";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { writeCategoriesFinding } from "@/lib/findings/dataset-rules";
import { toHref } from "@/lib/pages/query";
import { baseName } from "@/lib/text/format";

type Row = { category: string; lowest: CategoryMedians["countries"][number] };

const columnsOf = (base: string): readonly Column<Row>[] => [
  {
    key: "category",
    head: "Category",
    isRowHead: true,
    cell: ({ category }) => <Link href={toHref("/services", { category })}>{categoryName(category)}</Link>,
    stacked: "1 / 1",
  },
  {
    key: "lowest",
    head: "Lowest in",
    cell: ({ lowest }) => (
      <>
        <span className="only-stacked">lowest in </span>
        <Link href={`/countries/${lowest.country}`}>{lowest.name}</Link>
      </>
    ),
    stacked: "2 / 1",
  },
  {
    key: "pct",
    head: `Against ${baseName(base)}`,
    align: "end",
    cell: ({ lowest }) => <Difference pct={lowest.pct_vs_us} digits={0} />,
    stacked: "1 / 2 / 3 / 4",
  },
];

type Props = {
  medians: readonly CategoryMedians[];
  base: string;
  tax: TaxView;
};

export function HomeCategories({ medians, base, tax }: Props) {
  const rows = medians
    .flatMap(({ category, countries }): Row[] => {
      const lowest = countries.find(({ country: code }) => code !== base);
      return lowest ? [{ category, lowest }] : [];
    })
    .sort((a, b) => a.lowest.pct_vs_us - b.lowest.pct_vs_us);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="categories">
      <h2 className="finding finding-sub" id="categories">
        {writeCategoriesFinding(rows.map(({ category, lowest }) => ({ category, pct: lowest.pct_vs_us })))}
      </h2>
      <DataTable
        caption={`Lowest median against ${baseName(base)}${tax === "excluded" ? " without tax" : ""} of each category, lowest first`}
        columns={columnsOf(base)}
        rows={rows}
        rowKey={({ category }) => category}
      />
    </section>
  );
}
