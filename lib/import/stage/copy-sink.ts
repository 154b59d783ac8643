import type { RowSink } from "@/lib/import/read/formats/format";
import type { FaultList } from "@/lib/import/report/faults";

/** Collects rows as CSV for PostgreSQL's COPY, each preceded by its file number and line. */
export class CopySink implements RowSink {
  staged = 0;
  skipped = 0;
  #text = "";

  constructor(
    private readonly file: number,
    private readonly faults: FaultList,
  ) {}

  stage(line: number, values: readonly (string | null)[]): void {
    this.stageRecord(line, values.map((value) => (value === null ? "" : toCell(value))).join(","));
  }

  stageRecord(line: number, record: string): void {
    this.staged += 1;
    this.#text += `${this.file},${line},${record}\n`;
  }

  fault(line: number, column: string | null, text: string): void {
    this.faults.add({ file: this.file, line, column, text });
  }

  skip(): void {
    this.skipped += 1;
  }

  /** Returns the rows since the last call. */
  take(): string {
    const text = this.#text;
    this.#text = "";
    return text;
  }
}

function toCell(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}
