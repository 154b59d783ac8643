/** Faults of a whole file, and questions about it: no row can be left out in their place. */
export const WHOLE_FAULTS = ["file", "decimal", "dates"] as const;
export type WholeFault = (typeof WHOLE_FAULTS)[number];

/** `file`: position in the list of files. */
export interface Fault {
  file: number;
  line: number;
  column: string | null;
  text: string;
  /** Null for a fault of one row. */
  whole?: WholeFault | null;
  /** The row that this one contradicts: nobody knows which of them is right. */
  other?: { file: number; line: number } | null;
}

const LISTED_FAULTS = 50;

/** Counts all faults but keeps only the first ones, so that memory is bounded. */
export class FaultList {
  /** `kept`: as many are known by their place. */
  constructor(readonly kept = LISTED_FAULTS) {}

  count = 0;
  readonly files = new Set<number>();
  readonly wholes = new Set<WholeFault>();
  #faults: Fault[] = [];

  add(fault: Fault, count = 1): void {
    this.count += count;
    this.files.add(fault.file);
    if (fault.whole != null) this.wholes.add(fault.whole);
    this.#faults.push(fault);
    if (this.#faults.length >= 40 * this.kept) this.#faults = this.all();
  }

  /** The first `kept`, by file and line. */
  all(): Fault[] {
    return this.#faults.toSorted(compareFaults).slice(0, this.kept);
  }

  first(): Fault[] {
    return this.all().slice(0, LISTED_FAULTS);
  }
}

export function compareFaults(a: Fault, b: Fault): number {
  const byPlace = a.file - b.file || a.line - b.line;
  return byPlace || compareText(a.column ?? "", b.column ?? "") || compareText(a.text, b.text);
}

/** By code units: equal order in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export const formatFault = ({ line, column, text }: Omit<Fault, "file">, path: string): string =>
  [`${path}:${line}`, ...(column === null ? [] : [column]), text].join(": ");
