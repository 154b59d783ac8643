import type { WholeFault } from "@/lib/import/read/faults";

export type StageTable =
  | `stage_${"source" | "product" | "product_removal" | "rate" | "price" | "opentherank" | "price_correction" | "rate_correction"}`
  | `stage_${"tax_rate" | "tax_treatment" | "income" | "purchasing_power" | "evidence" | "access"}`;

export const FORMAT_NAMES = ["native", "opentherank", "ecb", "currency-api"] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

export interface RowSink {
  /** Values in the order of the format's columns; null for a missing one. */
  stage(line: number, values: readonly (string | null)[]): void;
  /** `whole`: where it is a fault of the whole file, or a question about it. */
  fault(line: number, column: string | null, text: string, whole?: WholeFault): void;
  /** Counts a row that is valid but not imported. */
  skip(): void;
}

export interface FileReader {
  write(chunk: Buffer): Promise<void>;
  end(): Promise<void>;
}

export interface FileFormat {
  name: FormatName;
  table: StageTable;
  columns: readonly string[];
  /** Columns that a file may leave out. */
  mayMiss?: readonly string[];
}

export interface CsvRow {
  line: number;
  header: readonly string[];
  cells: readonly string[];
  latestDay: string;
  /** Empty for an unknown column. */
  value(column: string): string;
}

export interface CsvFormat extends FileFormat {
  isHeader(header: readonly string[]): boolean;
  readRow(row: CsvRow, sink: RowSink): void;
}

/** Columns as in prisma/data/sources.csv. */
export type SourceRow = Record<"id" | "name" | "publisher" | "url" | "license" | "attribution", string>;
