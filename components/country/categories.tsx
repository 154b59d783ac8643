import { Difference } from "@/components/charts/difference";
import { figureData } from "@/components/site/figure-data";
import { SourceList } from "@/components/site/source-list";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Figure } from "@/components/ui/figure";
import { Link } from "@/components/ui/link";
import { categoryName } from "@/lib/catalogue/products/rules";
import { toLensParams, toTaxParams } from "@/lib/catalogue/tax/lens-rules";
import type { Lens } from "@/lib/catalogue/tax/lens-schema";
import { writeCategoryFinding } from "@/lib/findings/country-rules";
import { writeReadSpan } from "@/lib/findings/read-days-rules";
import { toHref } from "@/lib/pages/query";
import { ordinal } from "@/lib/text/words";
import type { CountryPage } from "./model";
import { shareCountryFigure } from "./share";

type Row = { category: string; pct: number; products: number; rank: number; of: number };

/** Cheapest first; categories with fewer than five subscriptions are left out. */
export function listMedians({ medians, country }: Pick<CountryPage, "medians" | "country">): Row[] {
  return medians
    .flatMap(({ category, countries }) => {
      const rank = countries.findIndex(({ code }) => code === country.code);
      const own = countries[rank];
      return own
        ? [{ category, pct: own.pct_vs_us, products: own.basket_size, rank: rank + 1, of: countries.length }]
        : [];
    })
    .sort((a, b) => a.pct - b.pct);
}

const columnsFor = (code: string, lens: Lens): readonly Column<Row>[] => [
  {
    key: "category",
    head: "Category",
    isRowHead: true,
    cell: ({ category }) => (
      <Link href={toHref(`/countries/${code}`, { category, ...toLensParams(lens) }, "#prices")}>
        {categoryName(category)}
      </Link>
    ),
    stacked: "1 / 1",
  },
  {
    key: "products",
    head: "Subscriptions",
    align: "end",
    cell: ({ products }) => (
      <>
        {products}
        <span className="only-stacked"> subscriptions</span>
      </>
    ),
    stacked: "2 / 1",
  },
  {
    key: "pct",
    head: "Median against the US",
    align: "end",
    cell: ({ pct }) => <Difference pct={pct} />,
    stacked: "1 / 2 / 2 / 4",
  },
  {
    key: "rank",
    head: "Rank",
    align: "end",
    cell: ({ rank, of }) => `${ordinal(rank)} of ${of}`,
    stacked: "2 / 2 / 3 / 4",
  },
];

export function CountryCategories({ page }: { page: CountryPage }) {
  const { country, context, sources } = page;
  const rows = listMedians(page);
  if (rows.length === 0) return null;
  const without = page.lens === "excluded" ? " without tax" : "";
  const finding = `${writeCategoryFinding(rows)}${without && `,${without}`}`;
  return (
    <Figure
      size="small"
      finding={finding}
      measure={`Median difference from the US${without} by category, ${writeReadSpan(page.figures.read)}. Rank: 1st has the lowest median; neighbours need not differ.`}
      source={
        <>
          <SourceList sources={sources} /> Categories with at least five subscriptions in common with the US
          {without && " whose price without tax is known"}.
        </>
      }
      {...figureData(
        context,
        `${country.name}: ${finding}`,
        {
          api: toHref(`/api/countries/${country.code}`, toTaxParams(page.lens)),
          json: toHref(`/api/countries/${country.code}`, toTaxParams(page.lens)),
        },
        shareCountryFigure(page, "categories"),
        sources,
        page.figures.read,
      )}
    >
      <DataTable
        caption={`Median difference from the US${without} by category, cheapest first`}
        columns={columnsFor(country.code, page.lens)}
        rows={rows}
        rowKey={({ category }) => category}
      />
    </Figure>
  );
}
