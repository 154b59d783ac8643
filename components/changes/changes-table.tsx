import { type Column, DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import type { ListedChange } from "@/lib/catalogue/prices/list/page-schema";
import { billingName, formatBilled } from "@/lib/catalogue/prices/words";
import { writeRanks, writeRate } from "@/lib/findings/changes-rules";
import { countryName, formatDay, formatPct } from "@/lib/text/format";

type ChangesTableProps = {
  caption: string;
  changes: readonly ListedChange[];
  label: (slug: string) => string;
  home: string | null;
};

const columnsFor = (label: ChangesTableProps["label"]): readonly Column<ListedChange>[] => [
  {
    key: "country",
    head: "Country and plan",
    isRowHead: true,
    cell: ({ country, product, platform, period }) => (
      <>
        <Link href={`/services/${product}?history=${country}#history`}>{countryName(country)}</Link>{" "}
        <span className="change-plan">{label(product)}</span>
        {(platform !== "web" || period !== "monthly") && (
          <span className="sub">{billingName({ platform, period })}</span>
        )}
      </>
    ),
    stacked: "1 / 1",
  },
  {
    key: "was",
    head: "Was",
    align: "end",
    className: "local",
    cell: ({ was, period }) => formatBilled({ ...was, period }),
    stacked: null,
  },
  {
    key: "is",
    head: "Is",
    align: "end",
    className: "local",
    cell: ({ was, is, period }) => (
      <>
        <span className="only-stacked">{formatBilled({ ...was, period })} → </span>
        <b>{formatBilled({ ...is, period })}</b>
      </>
    ),
    stacked: "2 / 1",
  },
  {
    key: "vendor",
    head: "By the vendor",
    align: "end",
    cell: ({ pct }) => <b>{pct === null ? "new currency" : formatPct(pct, 0)}</b>,
    stacked: "1 / 2",
  },
  {
    key: "rate",
    head: "Exchange rate meanwhile",
    align: "end",
    cell: (change) => {
      const { fx, usd } = writeRate(change);
      return (
        <>
          {fx}
          {usd !== null && <span className="sub">in dollars {usd}</span>}
        </>
      );
    },
    hideBelow: 56,
    stacked: null,
  },
  {
    key: "ranks",
    head: "Place, the cheapest first",
    align: "end",
    cell: (change) => (
      <>
        {change.ranks === null ? "not known" : writeRanks(change.ranks)}
        {change.fxPct !== null && <span className="only-stacked">, exchange rate {writeRate(change).fx}</span>}
      </>
    ),
    stacked: "3 / 1 / 4 / 3",
  },
  {
    key: "seen",
    head: "First seen",
    align: "end",
    cell: ({ firstSeenOn }) => formatDay(firstSeenOn),
    stacked: "2 / 2",
  },
];

export function ChangesTable({ caption, changes, label, home }: ChangesTableProps) {
  return (
    <DataTable
      caption={caption}
      className="changes-table"
      columns={columnsFor(label)}
      rows={changes}
      rowKey={({ product, country, platform, period, firstSeenOn }) =>
        [product, country, platform, period, firstSeenOn].join(" ")
      }
      rowTone={({ country }) => (country === home ? "you" : undefined)}
    />
  );
}
