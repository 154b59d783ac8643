import type { CellRule } from "@/lib/import/read/cell-rules";
import type { CsvFormat, StageTable } from "./format";

export interface FileColumn {
  name: string;
  /** Name of its column in the staging table, when different. */
  stagedAs?: string;
  rule: CellRule;
  optional?: true;
}

/** Fault that several cells show only together. */
export type RowRule = (value: (column: string) => string) => { column: string; text: string } | null;

interface NativeFile {
  table: StageTable;
  columns: readonly FileColumn[];
  rowRule?: RowRule;
}

/** Defines a file of our own format: columns in any order; none may be missing or unknown. */
export function defineNative({ table, columns, rowRule }: NativeFile): CsvFormat {
  return {
    name: "native",
    table,
    isHeader: (header) => header.length === columns.length && columns.every((column) => header.includes(column.name)),
    stageColumns: (header) => inOrderOf(header, columns).map(({ name, stagedAs }) => stagedAs ?? name),
    openRows(header, sink, latestDay) {
      const ordered = inOrderOf(header, columns);
      return (cells, line, record) => {
        let isSound = true;
        for (const [place, column] of ordered.entries()) {
          const text = cells[place] ?? "";
          const wrong = column.optional && text === "" ? null : column.rule(text, latestDay);
          if (wrong === null) continue;
          sink.fault(line, column.name, wrong);
          isSound = false;
        }
        const wrong = rowRule?.((name) => cells[header.indexOf(name)] ?? "");
        if (wrong) sink.fault(line, wrong.column, wrong.text);
        else if (isSound) sink.stageRecord(line, record);
      };
    },
  };
}

function inOrderOf(header: readonly string[], columns: readonly FileColumn[]): FileColumn[] {
  return header.flatMap((name) => columns.filter((column) => column.name === name));
}
