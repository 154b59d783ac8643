/** Table of staged rows that a format fills; see stage/tables.ts. */
export type StageTable =
  | `stage_${"source" | "product" | "rate" | "price" | "opentherank" | "price_correction" | "rate_correction"}`
  | `stage_${"tax_rate" | "tax_treatment" | "income" | "purchasing_power" | "evidence"}`;

export const FORMAT_NAMES = ["native", "opentherank", "ecb", "currency-api"] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

/** Receives the rows that the reader of a format finds. */
export interface RowSink {
  /** Stages values in the order of the format's columns; null for a missing one. */
  stage(line: number, values: readonly (string | null)[]): void;
  fault(line: number, column: string | null, text: string): void;
  /** Counts a row that is valid but not imported. */
  skip(): void;
}

/** Reads a file chunk by chunk, and passes its rows to a sink. */
export interface FileReader {
  write(chunk: Buffer): Promise<void>;
  end(): Promise<void>;
}

/** Format of files: the staging table that its rows fill, and the columns of it. */
export interface FileFormat {
  name: FormatName;
  table: StageTable;
  columns: readonly string[];
}

/** Row with as many cells as the header. `latestDay`: see cell-rules. */
export interface CsvRow {
  line: number;
  header: readonly string[];
  cells: readonly string[];
  latestDay: string;
  /** Cell of a column; empty for an unknown one. */
  value(column: string): string;
}

/** Format of comma-separated files, recognized by its header. */
export interface CsvFormat extends FileFormat {
  isHeader(header: readonly string[]): boolean;
  readRow(row: CsvRow, sink: RowSink): void;
}

/** Columns of a source, as in prisma/data/sources.csv. */
export type SourceRow = Record<"id" | "name" | "publisher" | "url" | "license" | "attribution", string>;
