import type { FaultList } from "./faults";
import type { RowSink } from "./formats/format";

/** Collects rows as text of PostgreSQL's COPY, each led by the number of its file and its line. */
export class CopySink implements RowSink {
  staged = 0;
  skipped = 0;
  #text = "";

  constructor(
    private readonly file: number,
    private readonly faults: FaultList,
  ) {}

  stage(line: number, values: readonly (string | null)[]): void {
    this.staged += 1;
    let row = `${this.file}\t${line}`;
    for (const value of values) row += `\t${value === null ? "\\N" : escapeCell(value)}`;
    this.#text += `${row}\n`;
  }

  fault(line: number, column: string | null, text: string): void {
    this.faults.add({ file: this.file, line, column, text });
  }

  skip(): void {
    this.skipped += 1;
  }

  /** The rows since the last call. */
  take(): string {
    const text = this.#text;
    this.#text = "";
    return text;
  }
}

/** The rules refuse control characters in every cell, so that only the backslash is left to escape. */
function escapeCell(value: string): string {
  return value.includes("\\") ? value.replaceAll("\\", "\\\\") : value;
}
