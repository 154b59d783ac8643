import { type Column, DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import type { NewestChanges } from "@/lib/catalogue/prices/newest-changes-data";
import { formatBilled } from "@/lib/catalogue/prices/words";
import { productLabel } from "@/lib/catalogue/products/rules";
import { writeNewestChanges } from "@/lib/findings/dataset-rules";
import { formatDay, formatPct } from "@/lib/text/format";

type Change = NewestChanges["changes"][number];

const COLUMNS: readonly Column<Change>[] = [
  {
    key: "country",
    head: "Country",
    isRowHead: true,
    cell: ({ country, country_name, product, ...named }) => (
      <>
        <Link href={`/services/${product}?history=${country}`}>{country_name}</Link>{" "}
        <span className="plan">{productLabel(named)}</span>
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
    cell: (change) => formatDay(change.first_seen_on),
    stacked: "2 / 2 / 3 / 4",
  },
];

export function NewestPriceChanges({ newest }: { newest: NewestChanges }) {
  if (newest.changes.length === 0) return null;
  return (
    <section aria-labelledby="changes">
      <h2 className="finding finding-sub" id="changes">
        {writeNewestChanges(newest)}
      </h2>
      <DataTable
        caption="Last price changes, one for each country, newest first"
        columns={COLUMNS}
        rows={newest.changes}
        rowKey={({ product, country, platform, period }) => `${product} ${country} ${platform} ${period}`}
      />
      <a className="more" href="/feed.xml">
        Follow price changes
      </a>
    </section>
  );
}
