import type { ReactNode } from "react";

export type ChartTableProps = {
  id?: string;
  summary: string;
  caption: string;
  /** One unique text per column. */
  head: readonly string[];
  /** The first cell of a row is its header. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
};

export function ChartTable({ id, summary, caption, head, rows }: ChartTableProps) {
  return (
    <details className="chart-table" id={id}>
      <summary className="chevron">{summary}</summary>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {head.map((text, column) => (
              <th key={text} scope="col" className={column > 0 ? "end" : undefined}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...rest] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {rest.map((cell, column) => (
                <td key={head[column + 1]} className="end">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
