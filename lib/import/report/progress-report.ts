import type { ImportPhase, ImportProgress } from "./result";

/** Adds up what was read of all files and tells whoever wants to know where the import stands. */
export class ProgressReport {
  #totalBytes = 0;
  #rows = 0;
  #bytes = 0;

  constructor(private readonly onProgress: ((progress: ImportProgress) => void) | undefined) {}

  /** The bytes of all files together. */
  expect(totalBytes: number): void {
    this.#totalBytes = totalBytes;
  }

  tell(phase: ImportPhase, rows = 0, bytes = 0): void {
    this.onProgress?.({ phase, rows: this.#rows + rows, bytes: this.#bytes + bytes, totalBytes: this.#totalBytes });
  }

  /** `rows` and `bytes` of the file that is being read. */
  read(rows: number, bytes: number): void {
    this.tell("reading", rows, bytes);
  }

  finishFile(rows: number, bytes: number): void {
    this.#rows += rows;
    this.#bytes += bytes;
  }
}
