import { quote } from "@/lib/import/read/cell-rules";

/** What a reader changed or left out of a file before its rows were checked, of one kind. */
export type Rewriting = {
  /** `Decimal commas`, `Days`. */
  kind: string;
  /** Cells or lines; 1 for what is of the whole file. */
  count: number;
  examples: { line: number; from: string; to: string }[];
};

const EXAMPLES = 3;

export class Rewritings {
  readonly #kinds = new Map<string, Rewriting>();

  add(kind: string, line: number, from: string, to: string): void {
    const known = this.#kinds.get(kind) ?? { kind, count: 0, examples: [] };
    known.count += 1;
    if (known.examples.length < EXAMPLES) known.examples.push({ line, from, to });
    this.#kinds.set(kind, known);
  }

  list(): Rewriting[] {
    return [...this.#kinds.values()];
  }
}

/** `Decimal commas (12): line 2 "13,99" as 13.99, …` */
export function describeRewriting({ kind, count, examples }: Rewriting): string {
  const told = examples.map(({ line, from, to }) => {
    const place = from === "" ? "" : `line ${line} ${quote(from)}`;
    return [place, to].filter((part) => part !== "").join(" as ");
  });
  const shown = told.filter((text) => text !== "");
  return `${kind} (${count})${shown.length > 0 ? `: ${shown.join(", ")}` : ""}`;
}
