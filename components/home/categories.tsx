import { DotRow } from "@/components/charts/dot-row";
import { PercentAxis } from "@/components/charts/percent-axis";
import { type FigureContext, figureData } from "@/components/site/figure-data";
import { priceSources, SourceList } from "@/components/site/source-list";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Figure } from "@/components/ui/figure";
import { Link } from "@/components/ui/link";
import type { Category } from "@/lib/catalogue/categories/schema";
import { categoryName } from "@/lib/catalogue/products/rules";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { writeCategoriesFinding } from "@/lib/findings/dataset-rules";
import { writeReadSpan } from "@/lib/findings/read-days-rules";
import { toCsvHref, toHref } from "@/lib/pages/query";
import { formatPct } from "@/lib/text/format";
import { capitalize, countNoun } from "@/lib/text/words";

type Row = Category & { lowest: Median; highest: Median; spread: number };
type Median = Category["countries"][number];

function toRow(category: Category): Row[] {
  const abroad = category.countries.filter(({ code }) => code !== "US");
  const [lowest, highest] = [abroad[0], abroad.at(-1)];
  return lowest && highest ? [{ ...category, lowest, highest, spread: highest.pct_vs_us - lowest.pct_vs_us }] : [];
}

const columnsOf = (day: string): readonly Column<Row>[] => [
  {
    key: "category",
    head: "Category",
    isRowHead: true,
    cell: ({ category }) => <Link href={`/services?category=${category}`}>{categoryName(category)}</Link>,
    stacked: "1 / 1",
  },
  { key: "products", head: "Subscriptions", align: "end", cell: ({ in_basket }) => in_basket, stacked: null },
  {
    key: "dots",
    className: "dots-column",
    head: (
      <>
        <span className="visually-hidden">Countries on a scale from 90 per cent cheaper to 50 per cent dearer</span>
        <PercentAxis />
      </>
    ),
    cell: ({ countries }) => (
      <DotRow dots={countries.map(({ code, name, pct_vs_us }) => ({ code, name, pct: pct_vs_us }))} day={day} />
    ),
    stacked: "2 / 1 / 3 / 4",
  },
  { key: "lowest", head: "Cheapest", cell: ({ lowest }) => <End {...lowest} />, stacked: "3 / 1" },
  { key: "highest", head: "Dearest", cell: ({ highest }) => <End {...highest} />, stacked: "3 / 2 / 4 / 4" },
];

const End = ({ name, pct_vs_us }: Median) => (
  <>
    {name} <b>{formatPct(pct_vs_us, 0)}</b>
  </>
);

type Props = { medians: readonly Category[]; tax: TaxView; context: FigureContext };

export function HomeCategories({ medians, tax, context }: Props) {
  const rows = medians.flatMap(toRow).sort((a, b) => a.spread - b.spread);
  if (rows.length === 0) return null;
  const places = new Set(rows.flatMap(({ countries }) => countries.map(({ code }) => code)));
  const without = tax === "excluded" ? " without tax" : "";
  const finding = `${writeCategoriesFinding(rows)}${without && `,${without}`}`;
  const api = toHref("/api/categories", { tax: tax === "excluded" ? tax : undefined });
  return (
    <section className="section">
      <Figure
        finding={finding}
        measure={`Median price difference from the US${without} by category, one dot per country. ${capitalize(countNoun(places.size, "country", "countries"))}, ${writeReadSpan(context.summary.index_read)}.`}
        source={
          <>
            <SourceList sources={priceSources(context.summary.sources)} /> Categories with at least five subscriptions
            in common with the US{without && " whose price without tax is known"}.
          </>
        }
        {...figureData(
          context,
          finding,
          {
            api,
            csv: toCsvHref(api),
            json: api,
          },
          { path: "/", params: { tax: tax === "excluded" ? tax : undefined }, anchor: "categories" },
        )}
      >
        <div className="axis-stacked">
          <PercentAxis />
        </div>
        <DataTable
          caption={`Median difference from the US${without} by category: cheapest and dearest country, sorted by the spread between them, ascending`}
          columns={columnsOf(writeReadSpan(context.summary.index_read))}
          rows={rows}
          rowKey={({ category }) => category}
          className="dots-table"
        />
      </Figure>
    </section>
  );
}
