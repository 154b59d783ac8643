import { Difference } from "@/components/charts/difference";
import { placeOf } from "@/components/charts/world";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { differencePct } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { inMonths } from "@/lib/findings/age-rules";
import { baseName, countryName } from "@/lib/text/format";

const SHOWN = 6;

type Props = {
  code: string;
  base: string;
  label: string;
  /** Lowest price of each country. */
  lowest: readonly Price[];
  money: Money;
};

function columnsFor({ base, lowest, money }: Props): readonly Column<Price>[] {
  const own = lowest.find(({ country }) => country === base)?.usd_monthly;
  return [
    {
      key: "country",
      head: "Country",
      isRowHead: true,
      cell: ({ country }) => <Link href={`/countries/${country}`}>{countryName(country)}</Link>,
      stacked: "1 / 1",
    },
    {
      key: "price",
      head: money.monthly,
      align: "end",
      className: "amount",
      cell: (price) => money.price(price),
      stacked: "1 / 2",
    },
    {
      key: "pct",
      head: `Against ${baseName(base)}`,
      align: "end",
      cell: ({ country, usd_monthly }) => {
        const pct = differencePct(usd_monthly, own);
        return pct !== null && country !== base && <Difference pct={pct} digits={0} />;
      },
      stacked: "1 / 3",
    },
  ];
}

/** Prices of one plan in the country and in the nearest others, where there is too little for an index. */
export function NearbyPrices(props: Props) {
  const { code, label, lowest } = props;
  const here = placeOf(code);
  if (!here) return null;
  const distanceOf = ({ country }: Price) => {
    const there = placeOf(country);
    return there ? (there.x - here.x) ** 2 + (there.y - here.y) ** 2 : Number.POSITIVE_INFINITY;
  };
  const near = lowest.toSorted((a, b) => distanceOf(a) - distanceOf(b)).slice(0, SHOWN + 1);
  if (near.length < 2) return null;
  const isLastSeen = near.some(({ outdated }) => outdated === true);
  return (
    <section aria-labelledby="nearby">
      <h2 className="finding finding-sub" id="nearby">
        {label} nearby
        {isLastSeen && `, last seen ${inMonths(near)}`}
      </h2>
      <DataTable
        caption={`Lowest price of ${label} in the nearest countries`}
        columns={columnsFor(props).filter(({ key }) => key !== "pct" || !isLastSeen)}
        rows={near}
        rowKey={({ country }) => country}
        rowTone={({ country }) => (country === code ? "you" : undefined)}
      />
    </section>
  );
}
