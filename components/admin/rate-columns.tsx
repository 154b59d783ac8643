import type { Column } from "@/components/ui/data-table";
import { formatBilled, platformName } from "@/lib/catalogue/prices/words";
import { productLabel } from "@/lib/catalogue/products/rules";
import { RATE_MOVE_FACTOR } from "@/lib/dataset/rules";
import { factorOf } from "@/lib/desk/changes/held/rules";
import type { PreviewedMovedPrice, PreviewedRateMove } from "@/lib/desk/changes/schema";
import { formatRate } from "@/lib/import/report/rate-move-text";
import { countryName, formatCount, formatDay, formatPrice } from "@/lib/text/format";
import { capitalize } from "@/lib/text/words";
import { formatFactor } from "./preview-columns";

function Factor({ factor }: { factor: number }) {
  const isFar = Math.max(factor, 1 / factor) > RATE_MOVE_FACTOR;
  return <span className={isFar ? "late" : undefined}>{formatFactor(factor)}</span>;
}

export const RATE_MOVE_COLUMNS: readonly Column<PreviewedRateMove>[] = [
  {
    key: "currency",
    head: "Currency",
    isRowHead: true,
    cell: ({ currency, source }) => (
      <>
        {currency}
        <span className="sub">{source}</span>
      </>
    ),
    stacked: "1 / 1 / 2 / 3",
  },
  {
    key: "before",
    head: "Before",
    align: "end",
    unit: { before: "before " },
    cell: ({ from, source }) => (
      <>
        {formatRate(from.usdPerUnit)}
        <span className="sub">
          {formatDay(from.date)}
          {from.source !== source && `, ${from.source}`}
        </span>
      </>
    ),
    stacked: "2 / 1",
  },
  {
    key: "after",
    head: "New",
    align: "end",
    className: "amount",
    unit: { before: "new " },
    cell: ({ usdPerUnit, date }) => (
      <>
        {usdPerUnit === null ? "none" : formatRate(usdPerUnit)}
        <span className="sub">{formatDay(date)}</span>
      </>
    ),
    stacked: "2 / 2 / 3 / 4",
  },
  {
    key: "factor",
    head: "Factor",
    align: "end",
    cell: (move) => {
      const factor = factorOf(move);
      return factor === null ? "–" : <Factor factor={factor} />;
    },
    stacked: "1 / 3",
  },
  {
    key: "bound",
    head: "Would pass",
    align: "end",
    unit: { before: "would pass " },
    cell: ({ bound }) => (bound === null ? "–" : `up to ${bound}%`),
    stacked: "3 / 1",
  },
  {
    key: "prices",
    head: "Prices in it",
    align: "end",
    unit: { after: " prices" },
    cell: ({ prices }) => formatCount(prices),
    stacked: "3 / 2 / 4 / 4",
  },
];

export const MOVED_PRICE_COLUMNS: readonly Column<PreviewedMovedPrice>[] = [
  {
    key: "price",
    head: "Price",
    isRowHead: true,
    cell: ({ product, name, plan, platform }) => (
      <>
        <a href={`/services/${product}`}>{productLabel({ name, plan })}</a>
        <span className="sub">{capitalize(platformName(platform))}</span>
      </>
    ),
    stacked: "1 / 1 / 2 / 3",
  },
  {
    key: "country",
    head: "Country",
    cell: ({ country }) => (
      <>
        {countryName(country)}
        <span className="code">{country}</span>
      </>
    ),
    stacked: "1 / 3",
  },
  {
    key: "amount",
    head: "Amount",
    align: "end",
    className: "local",
    cell: ({ amount, currency, period }) => formatBilled({ amount: Number(amount), currency, period }),
    stacked: "2 / 1",
  },
  {
    key: "before",
    head: "Before",
    align: "end",
    unit: { before: "before " },
    cell: ({ usdBefore }) => (usdBefore === null ? "–" : formatPrice(usdBefore, "USD")),
    stacked: "3 / 1",
  },
  {
    key: "after",
    head: "New",
    align: "end",
    className: "amount",
    unit: { before: "new " },
    cell: ({ usdAfter }) => (usdAfter === null ? "–" : formatPrice(usdAfter, "USD")),
    stacked: "3 / 2 / 4 / 4",
  },
  {
    key: "factor",
    head: "Factor",
    align: "end",
    cell: ({ factor }) => <Factor factor={factor} />,
    stacked: "2 / 3",
  },
];
