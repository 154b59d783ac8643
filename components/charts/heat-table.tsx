import type { CSSProperties, ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { formatPct } from "@/lib/text/format";
import type { Step } from "./scale";

export type HeatCell = {
  /** Amount in the display currency, without its sign: "15.89". */
  amount: string;
  /** "EUR 13.99"; null when the display currency is the local one. */
  local: string | null;
  /** Difference from the first country in per cent; null when `note` stands in its place. */
  pct: number | null;
  note?: string | undefined;
  /** Undefined for a price without a comparison, which has no fill. */
  step: Step | undefined;
  isUnknown?: boolean;
  isCheapest?: boolean;
};
export type HeatTotal = {
  amount: string | null;
  /** "−73%", "compared with", "2 of 4 missing" */
  note: string;
  isComplete: boolean;
};
export type HeatTableProps = {
  caption: string;
  rowHead: string;
  columns: readonly { code: string; name: string; href?: string }[];
  /** One cell per column; a text says why there is no price. */
  rows: readonly {
    key: string;
    name: ReactNode;
    sub?: ReactNode;
    cells: readonly (HeatCell | string)[];
  }[];
  unit?: string;
  totals?: { name: ReactNode; sub?: ReactNode; cells: readonly (HeatTotal | null)[] };
};

const COMFORTABLE_COLUMNS = 6;
/** Fit beside each other on a phone. */
const NARROW_COLUMNS = 4;

function Cell({ cell, country }: { cell: HeatCell | string; country: string }) {
  if (typeof cell === "string")
    return (
      <td className="hatched">
        <span className="heat-country">{country}</span>
        <span className="heat-amount">{cell}</span>
      </td>
    );
  return (
    <td className={cell.isUnknown ? "hatched" : "heat-cell"} data-step={cell.isUnknown ? undefined : cell.step}>
      <span className="heat-country">{country}</span>
      <span className="heat-amount">{toBreakable(cell.amount)}</span>
      <span className="heat-local">{cell.local ?? "\u00a0"}</span>
      <span className="heat-diff">{cell.pct === null ? cell.note : formatPct(cell.pct, 0)}</span>
      {cell.isCheapest && <span className="heat-cheapest">cheapest</span>}
    </td>
  );
}

/** In a narrow cell a line ends after the currency, not inside of the number. */
const toBreakable = (amount: string) => amount.replaceAll("\u00a0", " ");

function Total({ total, country }: { total: HeatTotal | null | undefined; country: string }) {
  if (!total)
    return (
      <td>
        <span className="heat-country">{country}</span>
        <span className="heat-local">no price</span>
      </td>
    );
  return (
    <td className={total.isComplete ? undefined : "heat-partial"}>
      <span className="heat-country">{country}</span>
      {total.amount === null ? (
        <span className="heat-local">not known</span>
      ) : (
        <span className="heat-amount">{toBreakable(total.amount)}</span>
      )}
      <span className="heat-local">{total.note}</span>
    </td>
  );
}

export function HeatTable({ caption, rowHead, columns, rows, unit = "", totals }: HeatTableProps) {
  const isWide = columns.length > COMFORTABLE_COLUMNS;
  const style: CSSProperties & { "--columns": number; "--heat-unit": string } = {
    "--columns": columns.length,
    "--heat-unit": JSON.stringify(unit),
  };
  return (
    <div
      className={["heat-frame", isWide && "heat-frame-wide", columns.length <= NARROW_COLUMNS && "heat-frame-narrow"]
        .filter(Boolean)
        .join(" ")}
      style={style}
    >
      <table className="heat">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{rowHead}</th>
            {columns.map(({ code, name, href }) => (
              <th key={code} scope="col" className="end">
                {href ? <Link href={href}>{name}</Link> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, sub, cells }) => (
            <tr key={key}>
              <th scope="row">
                {name}
                {sub !== undefined && <span className="sub">{sub}</span>}
              </th>
              {columns.map((column, i) => (
                <Cell key={column.code} cell={cells[i] ?? "no price"} country={column.name} />
              ))}
            </tr>
          ))}
        </tbody>
        {totals && (
          <tfoot>
            <tr className="heat-totals">
              <th scope="row">
                {totals.name}
                {totals.sub !== undefined && <span className="sub">{totals.sub}</span>}
              </th>
              {columns.map((column, i) => (
                <Total key={column.code} total={totals.cells[i]} country={column.name} />
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
