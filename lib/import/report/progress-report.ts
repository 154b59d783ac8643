import type { ImportPhase, ImportProgress } from "./result";

/** Adds up the rows and bytes read of all files, and reports the progress of the import. */
export class ProgressReport {
  #totalBytes = 0;
  #rows = 0;
  #bytes = 0;

  constructor(private readonly onProgress: ((progress: ImportProgress) => void) | undefined) {}

  /** Sets the size of all files together. */
  expect(totalBytes: number): void {
    this.#totalBytes = totalBytes;
  }

  report(phase: ImportPhase, rows = 0, bytes = 0): void {
    this.onProgress?.({ phase, rows: this.#rows + rows, bytes: this.#bytes + bytes, totalBytes: this.#totalBytes });
  }

  /** `rows` and `bytes` of the current file so far. */
  read(rows: number, bytes: number): void {
    this.report("reading", rows, bytes);
  }

  finishFile(rows: number, bytes: number): void {
    this.#rows += rows;
    this.#bytes += bytes;
  }
}
