import { Difference } from "@/components/charts/difference";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { categoryName } from "@/lib/catalogue/products/rules";
import { toLensParams } from "@/lib/catalogue/tax/lens/rules";
import type { Lens } from "@/lib/catalogue/tax/lens/schema";
import { writeCategoryFinding } from "@/lib/findings/country-rules";
import { toHref } from "@/lib/pages/query";
import { baseName } from "@/lib/text/format";
import type { CountryPage } from "./model";

type Row = { category: string; pct: number; products: number };

/** Lowest first; categories with fewer than five subscriptions are left out. */
export const listMedians = ({ medians, country }: Pick<CountryPage, "medians" | "country">): Row[] =>
  medians
    .flatMap(({ category, countries }) => {
      const own = countries.find(({ country: code }) => code === country.country);
      return own ? [{ category, pct: own.pct_vs_us, products: own.n_products }] : [];
    })
    .sort((a, b) => a.pct - b.pct);

const columnsFor = (code: string, lens: Lens): readonly Column<Row>[] => [
  {
    key: "category",
    head: "Category",
    isRowHead: true,
    cell: ({ category, products }) => (
      <>
        <Link href={toHref(`/countries/${code}`, { category, ...toLensParams(lens) }, "#prices")}>
          {categoryName(category)}
        </Link>
        <span className="code">{products}</span>
      </>
    ),
    stacked: "1 / 1",
  },
  {
    key: "pct",
    head: "Typical difference",
    align: "end",
    cell: ({ pct }) => <Difference pct={pct} />,
    stacked: "1 / 2 / 2 / 4",
  },
];

export function CountryCategories({ page }: { page: CountryPage }) {
  const { country, base, lens } = page;
  const rows = listMedians(page);
  if (rows.length === 0) return null;
  const without = lens === "excluded" ? " without tax" : "";
  return (
    <section aria-labelledby="categories">
      <h2 className="finding finding-sub" id="categories">
        {writeCategoryFinding(rows)}
        {without}
      </h2>
      <DataTable
        caption={`Median difference from ${baseName(base)}${without} by category, with the number of subscriptions, lowest first`}
        columns={columnsFor(country.country, lens)}
        rows={rows}
        rowKey={({ category }) => category}
      />
    </section>
  );
}
