/** Table of staged rows that a format fills; see stage-tables.ts. */
export type StageTable =
  | "stage_source"
  | "stage_product"
  | "stage_rate"
  | "stage_price"
  | "stage_opentherank"
  | "stage_price_correction"
  | "stage_rate_correction"
  | "stage_tax_rate"
  | "stage_tax_treatment"
  | "stage_income"
  | "stage_purchasing_power";

/** Columns of a rate that is staged as a fraction. */
export const STAGED_RATE = ["currency", "date", "numerator", "denominator", "source_id"];

export const FORMAT_NAMES = ["native", "opentherank", "ecb", "currency-api"] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

/** Receives the rows that the reader of a format finds. */
export interface RowSink {
  /** Stages values in the order of the format's stage columns; null for a missing one. */
  stage(line: number, values: readonly (string | null)[]): void;
  /** Stages an unchanged record of the file, whose cells are those values. */
  stageRecord(line: number, record: string): void;
  fault(line: number, column: string | null, text: string): void;
  /** Counts a row that is valid but not imported. */
  skip(): void;
}

/** Format of comma-separated files, recognized by its header. */
export interface CsvFormat {
  name: FormatName;
  table: StageTable;
  isHeader(header: readonly string[]): boolean;
  /** Columns of the staging table that the values go to. */
  stageColumns(header: readonly string[]): readonly string[];
  /** Returns a function that receives each row, with as many cells as the header. `latestDay`: see cell-rules. */
  openRows(
    header: readonly string[],
    sink: RowSink,
    latestDay: string,
  ): (cells: readonly string[], line: number, record: string) => void;
}
