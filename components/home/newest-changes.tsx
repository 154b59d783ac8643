import { type Column, DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import type { ListedChange, MonthOfChanges } from "@/lib/catalogue/prices/list/page-schema";
import { formatBilled } from "@/lib/catalogue/prices/words";
import { writeChangesFinding } from "@/lib/findings/changes-rules";
import { countryName, formatDay, formatPct } from "@/lib/text/format";

const columnsFor = (label: (slug: string) => string): readonly Column<ListedChange>[] => [
  {
    key: "country",
    head: "Country",
    isRowHead: true,
    cell: ({ country, product }) => (
      <>
        <Link href={`/services/${product}?history=${country}#history`}>{countryName(country)}</Link>{" "}
        <span className="plan">{label(product)}</span>
      </>
    ),
    stacked: "1 / 1 / 2 / 3",
  },
  {
    key: "amounts",
    head: "Price",
    align: "end",
    className: "local",
    cell: ({ was, is, period }) => `${formatBilled({ ...was, period })} → ${formatBilled({ ...is, period })}`,
    stacked: "2 / 1",
  },
  {
    key: "pct",
    head: "Change",
    align: "end",
    cell: ({ pct }) => pct !== null && <b>{formatPct(pct, 0)}</b>,
    stacked: "1 / 3",
  },
  {
    key: "seen",
    head: "First seen",
    align: "end",
    cell: ({ firstSeenOn }) => formatDay(firstSeenOn),
    stacked: "2 / 2 / 3 / 4",
  },
];

type NewestPriceChangesProps = {
  newest: MonthOfChanges;
  changes: readonly ListedChange[];
  label: (slug: string) => string;
};

export const NewestPriceChanges = ({ newest, changes, label }: NewestPriceChangesProps) => (
  <section aria-labelledby="changes">
    <h2 className="finding finding-sub" id="changes">
      {writeChangesFinding(newest)}
    </h2>
    <DataTable
      caption="Last price changes, one a country, most subscriptions first"
      columns={columnsFor(label)}
      rows={changes}
      rowKey={({ product, country, platform, period }) => `${product} ${country} ${platform} ${period}`}
    />
    <Link className="more" href="/changes">
      All price changes
    </Link>
  </section>
);
