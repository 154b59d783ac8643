import { readFileSync, writeFileSync } from "node:fs";
import { alignTable } from "./align-table";

export type KeptPromise = {
  /** Text that identifies the row of the table. */
  promise: string;
  /** Test file that proves it. */
  test: string;
  /** Result: requests sent, faults injected, answers lost. */
  figure: string;
};

const PAGE = "docs/reliability.md";
const TABLE = /(<!-- promises -->\n\n)([\s\S]*?)(\n<!-- end of promises -->)/;
const HEAD = ["promise", "test", "last figure seen", "on"];

/**
 * Writes the figure that a test measured into the table of docs/reliability.md; a new promise becomes its last row.
 * Only when RECORD_PROMISES is set, as by `npm run test:full`: `npm test` changes no file.
 */
export function recordPromise(kept: KeptPromise, today = new Date()): void {
  console.log(`${kept.promise}: ${kept.figure}`);
  if (!process.env.RECORD_PROMISES) return;
  writeFileSync(PAGE, writeRow(readFileSync(PAGE, "utf8"), kept, today));
}

/** Page with this row. Throws when it has no table. */
export function writeRow(page: string, { promise, test, figure }: KeptPromise, today: Date): string {
  const found = TABLE.exec(page)?.[2];
  if (found === undefined) throw new Error(`${PAGE} has no table of promises`);
  const row = [promise, `\`${test}\``, figure, today.toISOString().slice(0, 10)].map(toCell);
  const rows = found.split("\n").filter((line) => line.startsWith("|"));
  const kept = rows.slice(2).map(toCells);
  const at = kept.findIndex(([name]) => name === row[0]);
  const table = alignTable([HEAD, ...(at < 0 ? [...kept, row] : kept.with(at, row))]);
  return page.replace(TABLE, (_all, before: string, _table, after: string) => `${before}${table}\n${after}`);
}

function toCell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

function toCells(line: string): string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
}
