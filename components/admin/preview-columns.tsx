import type { Column } from "@/components/ui/data-table";
import { formatBilled, platformName } from "@/lib/catalogue/prices/words";
import { productLabel } from "@/lib/catalogue/products/rules";
import { JUMP_FACTOR } from "@/lib/dataset/rules";
import { findMovement, INDEX_POINTS } from "@/lib/desk/changes/rules";
import type {
  Preview,
  PreviewedChange,
  PreviewedIndex,
  PreviewedReading,
  PreviewedRow,
} from "@/lib/desk/changes/schema";
import { countryName, formatCount } from "@/lib/text/format";
import { capitalize } from "@/lib/text/words";
import { IndexStrip, type StripScale } from "./index-strip";

export type ChangeRow = PreviewedChange & { fileName: string | null; isCheapest: boolean };

const billed = (amount: string, currency: string, { period }: PreviewedChange) =>
  formatBilled({ amount: Number(amount), currency, period });

/** Factor in US dollars: `× 0.10`, `× 4.64`. */
export const formatFactor = (factor: number) => `× ${factor < 0.1 ? factor.toPrecision(1) : factor.toFixed(2)}`;

const isJump = ({ factor }: PreviewedChange) => Math.max(factor, 1 / factor) > JUMP_FACTOR;

export const PRICE_CHANGE_COLUMNS: readonly Column<ChangeRow>[] = [
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
    key: "before",
    head: "Before",
    align: "end",
    className: "local",
    unit: { before: "before " },
    cell: (row) => billed(row.previousAmount, row.previousCurrency, row),
    stacked: "2 / 1",
  },
  {
    key: "after",
    head: "After",
    align: "end",
    className: "amount",
    unit: { before: "after " },
    cell: (row) => billed(row.amount, row.currency, row),
    stacked: "2 / 2 / 3 / 4",
  },
  {
    key: "factor",
    head: (
      <>
        Factor
        <br />
        in dollars
      </>
    ),
    align: "end",
    cell: (row) => <span className={isJump(row) ? "late" : undefined}>{formatFactor(row.factor)}</span>,
    stacked: "3 / 3",
  },
  { key: "flags", head: "Flags", cell: (row) => <Flags row={row} />, stacked: "3 / 1 / 4 / 3" },
  {
    key: "line",
    head: "Row in file",
    align: "end",
    cell: ({ line, fileName }) =>
      line === null ? "–" : <span title={fileName ?? undefined}>{formatCount(line)}</span>,
    stacked: null,
  },
];

function Flags({ row }: { row: ChangeRow }) {
  const flags = [
    isJump(row) && { text: `Jump over ${JUMP_FACTOR}×`, isGrave: true },
    row.currency !== row.previousCurrency && { text: "Other currency than before", isGrave: true },
    row.isAboveMedian && { text: "Over 3× the product’s median", isGrave: false },
    row.isBelowMedian && { text: "Under a third of the product’s median", isGrave: false },
    row.isCheapest && { text: "New cheapest place", isGrave: false },
  ].filter((flag) => flag !== false);
  if (flags.length === 0) return <span className="muted">none</span>;
  return (
    <ul className="flags">
      {flags.map(({ text, isGrave }) => (
        <li key={text} className={isGrave ? "flag flag-grave" : "flag"}>
          {text}
        </li>
      ))}
    </ul>
  );
}

const level = (row: PreviewedIndex["before"]) =>
  row === null ? (
    <span className="muted">none</span>
  ) : (
    <>
      {row.value.toFixed(1)}
      {row.low !== null && row.high !== null && (
        <span className="sub">
          {row.low.toFixed(0)} to {row.high.toFixed(0)}
        </span>
      )}
    </>
  );

export const indexColumns = (scale: StripScale): readonly Column<PreviewedIndex>[] => [
  {
    key: "country",
    head: "Country",
    isRowHead: true,
    cell: ({ country }) => (
      <>
        <a href={`/countries/${country}`}>{countryName(country)}</a>
        <span className="code">{country}</span>
      </>
    ),
    stacked: "1 / 1",
  },
  {
    key: "strip",
    head: <span className="visually-hidden">Intervals</span>,
    className: "strip-cell",
    cell: (row) => <IndexStrip row={row} scale={scale} />,
    stacked: null,
  },
  {
    key: "before",
    head: "Before, 95%",
    align: "end",
    unit: { before: "before " },
    cell: ({ before }) => level(before),
    stacked: "2 / 1",
  },
  {
    key: "after",
    head: "After, 95%",
    align: "end",
    unit: { before: "after " },
    cell: ({ after }) => level(after),
    stacked: "2 / 2 / 3 / 4",
  },
  {
    key: "moves",
    head: "Moves",
    align: "end",
    unit: { after: " points" },
    cell: (row) => <Movement row={row} />,
    stacked: "1 / 2 / 2 / 4",
  },
];

function Movement({ row }: { row: PreviewedIndex }) {
  const points = findMovement(row);
  if (points === null) return "new";
  if (!Number.isFinite(points)) return <span className="late">lost</span>;
  const size = Math.abs(points).toFixed(1);
  const text = `${size === "0.0" ? "" : points < 0 ? "\u2212" : "+"}${size}`;
  return <span className={Math.abs(points) > INDEX_POINTS ? "late" : undefined}>{text}</span>;
}

export const CHEAPEST_COLUMNS: readonly Column<Preview["cheapest"][number]>[] = [
  {
    key: "product",
    head: "Product",
    isRowHead: true,
    cell: ({ product }) => <a href={`/services/${product}`}>{product}</a>,
    stacked: "1 / 1 / 2 / 4",
  },
  {
    key: "to",
    head: "Cheapest from now on",
    cell: ({ to, amount, currency, period }) => (
      <>
        <b>{countryName(to)}</b>, {formatBilled({ amount: Number(amount), currency, period })}
      </>
    ),
    stacked: "2 / 1 / 3 / 4",
  },
  {
    key: "from",
    head: "Until now",
    cell: ({ from }) => countryName(from),
    unit: { before: "until now " },
    stacked: "3 / 1 / 4 / 4",
  },
];

const cells = (row: PreviewedRow["before"]) =>
  row === null ? (
    <span className="muted">none</span>
  ) : (
    <ul className="lines">
      {Object.entries(row).map(([name, value]) => (
        <li key={name}>
          {name}: {value ?? "empty"}
        </li>
      ))}
    </ul>
  );

export const ROW_COLUMNS: readonly Column<PreviewedRow>[] = [
  { key: "row", head: "Row", isRowHead: true, cell: ({ table, key }) => `${table} ${key}`, stacked: "1 / 1 / 2 / 4" },
  {
    key: "before",
    head: "Before",
    cell: ({ before }) => cells(before),
    unit: { before: "before " },
    stacked: "2 / 1 / 3 / 4",
  },
  {
    key: "after",
    head: "After",
    cell: ({ after }) => cells(after),
    unit: { before: "after " },
    stacked: "3 / 1 / 4 / 4",
  },
];

const reading = (figure: PreviewedReading["before"], { period }: PreviewedReading) =>
  figure === null ? (
    <span className="muted">none</span>
  ) : (
    <>
      {figure.amount === null || figure.currency === null
        ? "no longer listed"
        : formatBilled({ amount: Number(figure.amount), currency: figure.currency, period })}
      <span className="sub">
        {figure.observedOn}, {figure.source}
      </span>
      <span className="sub">{figure.address}</span>
    </>
  );

export const READING_COLUMNS: readonly Column<PreviewedReading>[] = [
  {
    key: "price",
    head: "Price",
    isRowHead: true,
    cell: ({ product, country, platform }) => `${product}, ${countryName(country)}, ${platformName(platform)}`,
    stacked: "1 / 1 / 2 / 4",
  },
  {
    key: "before",
    head: "Before",
    cell: (row) => reading(row.before, row),
    unit: { before: "before " },
    stacked: "2 / 1 / 3 / 4",
  },
  {
    key: "after",
    head: "After",
    cell: (row) => reading(row.after, row),
    unit: { before: "after " },
    stacked: "3 / 1 / 4 / 4",
  },
];

export const FAULT_COLUMNS: readonly Column<Preview["faults"]["first"][number]>[] = [
  { key: "file", head: "File", cell: ({ file }) => <code>{file}</code>, stacked: "1 / 1" },
  {
    key: "line",
    head: "Line",
    align: "end",
    unit: { before: "line " },
    cell: ({ line }) => formatCount(line),
    stacked: "1 / 2",
  },
  { key: "column", head: "Column", cell: ({ column }) => <code>{column ?? "–"}</code>, stacked: "1 / 3" },
  { key: "text", head: "What is wrong", isRowHead: true, cell: ({ text }) => text, stacked: "2 / 1 / 3 / 4" },
];
