import { compareFaults, type Fault, type FaultList } from "./faults";

/** A file with more faulty rows than this is not one with a few of them, and is mended. */
const MAX_ROWS = 1_000;

/** Rows that an import goes on without, each with its first fault. */
export class LeftOutRows {
  readonly #rows = new Map<string, Fault>();

  has(file: number, line: number): boolean {
    return this.#rows.has(`${file} ${line}`);
  }

  /** Of two rows that contradict each other both go. False where the faults are of whole files, or of too many rows. */
  take(faults: FaultList): boolean {
    if (faults.wholes.size > 0) return false;
    const before = this.#rows.size;
    for (const fault of faults.all()) {
      this.#add(fault);
      if (fault.other != null)
        this.#add({ ...fault, ...fault.other, text: `contradicts line ${fault.line}`, other: null });
    }
    return this.#rows.size > before && this.#rows.size <= MAX_ROWS;
  }

  #add(fault: Fault): void {
    if (!this.has(fault.file, fault.line)) this.#rows.set(`${fault.file} ${fault.line}`, fault);
  }

  /** By file and line. */
  list(): Fault[] {
    return [...this.#rows.values()].toSorted(compareFaults);
  }
}

/** A list that knows the places of as many faults as rows may be left out. */
export const KEPT_FAULTS = MAX_ROWS + 1;
