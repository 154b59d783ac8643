import type { CSSProperties, ReactNode } from "react";
import { Link } from "./link";

export type Column<Row> = {
  key: string;
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  align?: "end";
  /** Exactly one column of a table has it. */
  isRowHead?: boolean;
  /** Address, and the current order if the table is sorted by this column. */
  sort?: { href: string; order?: "ascending" | "descending" | undefined };
  className?: string;
  /** Shown below 640 px, where no head names the unit. */
  unit?: { before?: string; after?: string };
  /** Hides the column below this width in rem; below 640 px `stacked` decides. */
  hideBelow?: 72 | 64 | 56;
  /** "row / column" in the grid that a row becomes below 640 px; null hides the cell. */
  stacked?: `${number} / ${number}` | `${number} / ${number} / ${number} / ${number}` | null;
};
export type DataTableProps<Row> = {
  caption: string;
  isCaptionVisible?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowTone?: (row: Row) => "you" | "base" | "off" | undefined;
  rowId?: (row: Row) => string;
  pinned?: readonly Row[];
  hasStickyHead?: boolean;
  keepsShape?: boolean;
  className?: string;
  /** Makes the rows a list to filter by name; those after `shown` are left out, and fetched by the filter and `Show all`. */
  list?: { id: string; nameOf: (row: Row) => string; shown?: number | undefined };
};

const HIDDEN_BELOW = { 72: "hide-below-72", 64: "hide-below-64", 56: "hide-below-56" };
const TONES = { you: "is-you", base: "is-base", off: "is-off" };

function classOf<Row>({ align, className, hideBelow, stacked }: Column<Row>): string | undefined {
  const isFirst = stacked?.split(" / ")[1] === "1";
  const names = [align, className, hideBelow && HIDDEN_BELOW[hideBelow]];
  return (
    [...names, isFirst && "stacked-start", stacked === null && "hide-stacked"].filter(Boolean).join(" ") || undefined
  );
}

function attributesOf<Row>(column: Column<Row>) {
  const place: CSSProperties & { "--at"?: string } = column.stacked ? { "--at": column.stacked } : {};
  return {
    scope: column.isRowHead ? "row" : undefined,
    className: classOf(column),
    style: place,
    "data-before": column.unit?.before,
    "data-after": column.unit?.after,
  };
}

/**
 * Sorts by links, pins rows, stacks below 640 px. The caption must name the order ("sorted by US dollars a month,
 * ascending").
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    isCaptionVisible,
    columns,
    rows,
    rowKey,
    rowTone,
    rowId,
    pinned = [],
    hasStickyHead,
    keepsShape,
    className,
    list,
  } = props;
  const shown = list?.shown ?? rows.length;
  // Computed once a column: for each cell, this took longer than writing the table.
  const drawn = columns.map((column) => ({ ...column, attributes: attributesOf(column) }));
  const renderRow = (row: Row, isPinned: boolean) => {
    const tone = rowTone?.(row);
    return (
      <tr
        key={rowKey(row)}
        className={tone && TONES[tone]}
        data-k={isPinned ? undefined : list?.nameOf(row)}
        id={isPinned ? undefined : rowId?.(row)}
      >
        {drawn.map(({ key, isRowHead, attributes, cell }) =>
          isRowHead ? (
            <th key={key} {...attributes}>
              {cell(row)}
            </th>
          ) : (
            <td key={key} {...attributes}>
              {cell(row)}
            </td>
          ),
        )}
      </tr>
    );
  };
  const tableClass = [
    "data-table",
    !keepsShape && "stacks",
    hasStickyHead && "sticky-head",
    shown < rows.length && "is-folded",
    className,
  ]
    .filter(Boolean)
    .join(" ");
  return (
    <table className={tableClass} id={list?.id}>
      <caption className={isCaptionVisible ? "measure" : "visually-hidden"}>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={classOf(column)} aria-sort={column.sort?.order}>
              {column.sort ? <Link href={column.sort.href}>{column.head}</Link> : column.head}
            </th>
          ))}
        </tr>
      </thead>
      {pinned.length > 0 && <tbody className="pinned">{pinned.map((row) => renderRow(row, true))}</tbody>}
      <tbody>{rows.slice(0, shown).map((row) => renderRow(row, false))}</tbody>
    </table>
  );
}
