/** `file`: position in the list of files. */
export interface Fault {
  file: number;
  line: number;
  column: string | null;
  text: string;
}

const LISTED_FAULTS = 50;

/** Counts all faults but keeps only the first ones, so that memory is bounded. */
export class FaultList {
  count = 0;
  readonly files = new Set<number>();
  #faults: Fault[] = [];

  add(fault: Fault, count = 1): void {
    this.count += count;
    this.files.add(fault.file);
    this.#faults.push(fault);
    if (this.#faults.length >= 40 * LISTED_FAULTS) this.#faults = this.first();
  }

  first(): Fault[] {
    return this.#faults.toSorted(compareFaults).slice(0, LISTED_FAULTS);
  }
}

function compareFaults(a: Fault, b: Fault): number {
  const byPlace = a.file - b.file || a.line - b.line;
  return byPlace || compareText(a.column ?? "", b.column ?? "") || compareText(a.text, b.text);
}

/** By code units: equal order in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export const formatFault = ({ line, column, text }: Omit<Fault, "file">, path: string): string =>
  [`${path}:${line}`, ...(column === null ? [] : [column]), text].join(": ");
