import "server-only";
import { readFile } from "node:fs/promises";
import { inflateRawSync } from "node:zlib";
import { readSheet } from "read-excel-file/node";

/** `exact`: the cell is a number or day of the spreadsheet, not text. `line`: row of the sheet, from 1. */
export type SheetRow = { line: number; cells: string[]; exact: boolean[] };

const MAX_SHEET_BYTES = 100_000_000;
const MAX_SHEET_COLUMNS = 100;
const UNREADABLE = "is no spreadsheet that can be read: save it as XLSX or CSV";

/**
 * Rows of the first sheet of an XLSX file: formulas give the value that was saved with them, and nothing is run or
 * followed. Returns words for what is refused: more than 100 MB unpacked, more than 100 columns, no such file.
 */
export async function readSheetRows(path: string): Promise<SheetRow[] | string> {
  const bytes = await readFile(path);
  const unpacked = measureUnpacked(bytes);
  if (unpacked === null) return UNREADABLE;
  if (unpacked > MAX_SHEET_BYTES) return "is more than 100 MB unpacked: save its first sheet as CSV";
  try {
    const rows = await readSheet(bytes, 1, { trim: false });
    if (
      rows.some((row) => row.length > MAX_SHEET_COLUMNS && row.slice(MAX_SHEET_COLUMNS).some((cell) => cell !== null))
    )
      return `has more than ${MAX_SHEET_COLUMNS} columns`;
    return rows.map((row, i) => toSheetRow(row.slice(0, MAX_SHEET_COLUMNS), i + 1)).filter(isFilled);
  } catch {
    // The library throws errors of many kinds for damaged parts.
    return UNREADABLE;
  }
}

const isFilled = ({ cells }: SheetRow) => cells.some((cell) => cell.trim() !== "");

const toSheetRow = (row: readonly unknown[], line: number): SheetRow => ({
  line,
  cells: row.map(toText),
  exact: row.map((cell) => typeof cell === "number" || cell instanceof Date),
});

function toText(cell: unknown): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? "" : cell.toISOString().slice(0, 10);
  return cell === null || cell === undefined ? "" : String(cell);
}

const END = Buffer.from([0x50, 0x4b, 5, 6]);
const ENTRY = 0x02014b50;

/** Bytes of all parts together, counted by unpacking, up to just above the bound; null where it is no archive. */
function measureUnpacked(bytes: Buffer): number | null {
  try {
    const end = bytes.lastIndexOf(END);
    const count = bytes.readUInt16LE(end + 10);
    let total = 0;
    for (let i = 0, at = bytes.readUInt32LE(end + 16); i < count; i++) {
      if (bytes.readUInt32LE(at) !== ENTRY) return null;
      const local = bytes.readUInt32LE(at + 42);
      const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      const packed = bytes.subarray(from, from + bytes.readUInt32LE(at + 20));
      total += bytes.readUInt16LE(at + 10) === 0 ? packed.length : measurePart(packed, MAX_SHEET_BYTES - total + 1);
      if (total > MAX_SHEET_BYTES) return total;
      at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    }
    return total;
  } catch {
    return null;
  }
}

function measurePart(packed: Buffer, most: number): number {
  try {
    return inflateRawSync(packed, { maxOutputLength: most }).length;
  } catch (error) {
    if (error instanceof RangeError) return most + 1;
    throw error;
  }
}
