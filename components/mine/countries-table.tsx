import { type Column, DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { arrangeComparison } from "@/lib/catalogue/compare/arrange-rules";
import { sumOf } from "@/lib/catalogue/compare/rules";
import { listCounted } from "@/lib/catalogue/compare/same-plan-rules";
import type { Comparison } from "@/lib/catalogue/compare/schema";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { countryName, formatPct } from "@/lib/text/format";

type Total = Comparison["totals"][number];

/** The list in each country, the reader's first, then the lowest complete total. */
export function CountriesTable({ comparison, money }: { comparison: Comparison; money: Money }) {
  const { totals, matrix, savings } = arrangeComparison(comparison, { isByTotal: true, hidesEmpty: true });
  const counted = listCounted({ matrix }).length;
  // A sum of four of seven is no lower total than one of six.
  const held = totals.toSorted((a, b) => b.n_products - a.n_products);
  const home = savings.baseline?.country;
  const costOf = (total: Total, months: number) => money.price(months * (sumOf(total) ?? 0));
  const columns: readonly Column<Total>[] = [
    {
      key: "country",
      head: "Country",
      isRowHead: true,
      cell: ({ country }) => (
        <>
          <Link href={`/countries/${country}`}>{countryName(country)}</Link>
          {country === home && <span className="you-tag">your country</span>}
        </>
      ),
      stacked: "1 / 1",
    },
    {
      key: "month",
      head: `${money.code} a month`,
      align: "end",
      unit: { after: " a month" },
      cell: (total) => <b>{costOf(total, 1)}</b>,
      stacked: "1 / 2 / 2 / 4",
    },
    {
      key: "year",
      head: "A year",
      align: "end",
      unit: { after: " a year" },
      cell: (total) => costOf(total, 12),
      stacked: "2 / 2 / 3 / 4",
    },
    {
      key: "difference",
      head: "Against here",
      align: "end",
      cell: ({ pct_vs_baseline: pct, country }) => country !== home && pct !== null && formatPct(pct, 0),
      stacked: null,
    },
    {
      key: "n",
      head: "Holds",
      align: "end",
      cell: ({ complete, n_products: n }) => (complete ? `all ${counted}` : `${n} of ${counted}`),
      stacked: "2 / 1",
    },
  ];
  return (
    <DataTable
      caption="The list in each country: yours, then by how many of the list they have, lowest first"
      columns={columns}
      rows={[...held.filter(({ country }) => country === home), ...held.filter(({ country }) => country !== home)]}
      rowKey={({ country }) => country}
      rowTone={({ country, complete }) => (country === home ? "you" : complete ? undefined : "off")}
    />
  );
}
