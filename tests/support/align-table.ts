/** Writes a Markdown table as this repository's formatter does; the first row is the head. */
export function alignTable(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_name, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const toLine = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const [head = "", ...lines] = rows.map((row) =>
    toLine(widths.map((width, column) => (row[column] ?? "").padEnd(width))),
  );
  return [head, toLine(widths.map((width) => "-".repeat(width))), ...lines].join("\n");
}
