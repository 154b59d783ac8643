/** Table of staged rows that a format fills; see stage-tables.ts. */
export type StageTable =
  | "stage_source"
  | "stage_product"
  | "stage_rate"
  | "stage_price"
  | "stage_opentherank"
  | "stage_tax_rate"
  | "stage_tax_treatment"
  | "stage_income"
  | "stage_purchasing_power";

/** The columns of a rate that is staged as a fraction. */
export const STAGED_RATE = ["currency", "date", "numerator", "denominator", "source_id"];

export const FORMAT_NAMES = ["native", "opentherank", "ecb", "currency-api"] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

/** Where the reader of a format puts what it finds. */
export interface RowSink {
  /** Values in the order of the format's stage columns; null for what is not there. */
  stage(line: number, values: readonly (string | null)[]): void;
  /** A record of the file as it stands, whose cells are those values. */
  stageRecord(line: number, record: string): void;
  fault(line: number, column: string | null, text: string): void;
  /** A row that the format has and we do not take. */
  skip(): void;
}

/** A format of comma-separated files, known by its header. */
export interface CsvFormat {
  name: FormatName;
  table: StageTable;
  isHeader(header: readonly string[]): boolean;
  /** The columns of the table that staged values go to. */
  stageColumns(header: readonly string[]): readonly string[];
  /** A function that takes each row; it has as many cells as the header. `latestDay`: see cell-rules. */
  openRows(
    header: readonly string[],
    sink: RowSink,
    latestDay: string,
  ): (cells: readonly string[], line: number, record: string) => void;
}
