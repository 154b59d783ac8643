import { quote } from "@/lib/import/read/cell-rules";
import { type DecimalMark, readPrinted } from "@/lib/printed/amount-rules";
import { type DayOrder, readPrintedDay } from "@/lib/printed/day-rules";

/** Answers for a whole file; what its own cells decide needs none. */
export type Choices = { decimal?: DecimalMark | undefined; dates?: DayOrder | undefined };
export type OpenChoice = keyof Choices;

export type ReadCell =
  /** `kind` is null where the cell is as the format writes it. */
  | { is: "read"; text: string; kind: string | null; decides?: Choices }
  | { is: "open"; choice: OpenChoice; readings: readonly string[] }
  | { is: "wrong"; text: string };

const CAPITALS = new Set(["country", "currency"]);
const SMALL = new Set(["platform", "period", "in_basket", "action", "question"]);
const DAYS = new Set(["observed_on", "date", "reviewed_on", "known_from", "valid_from", "valid_to", "read_on"]);
const AMOUNTS = new Set(["amount"]);
const RATES = new Set(["usd_per_unit"]);

/** No thousands: the mark stands before one, two or four digits. */
const PLAIN = /^(0|[1-9]\d{0,10})(\.(\d{1,2}|\d{4}))?$/;

const asIs = (text: string): ReadCell => ({ is: "read", text, kind: null });

/**
 * Reads a trimmed cell of a column of the native format as people and spreadsheets write it. `isExact`: the cell was a
 * number or day of a spreadsheet, not text. What it does not know it leaves for the checks of the format.
 */
export function readCell(
  column: string,
  text: string,
  context: Choices & { currency: string; isExact: boolean },
): ReadCell {
  if (text === "") return asIs(text);
  if (CAPITALS.has(column)) return rewriteCase(text, text.toUpperCase(), "Codes in small letters");
  if (SMALL.has(column)) return rewriteCase(text, text.toLowerCase(), "Words in capitals");
  if (AMOUNTS.has(column)) return readAmount(text, context);
  if (DAYS.has(column)) return readDay(text, context.dates);
  if (RATES.has(column)) return readRate(text);
  return asIs(text);
}

const rewriteCase = (text: string, written: string, kind: string): ReadCell => ({
  is: "read",
  text: written,
  kind: written === text ? null : kind,
});

function readAmount(text: string, context: Choices & { currency: string; isExact: boolean }): ReadCell {
  if (context.isExact) return asIs(text);
  // Most cells of most files.
  if (PLAIN.test(text)) return { is: "read", text, kind: null, decides: text.includes(".") ? { decimal: "." } : {} };
  const currency = context.currency === "" ? undefined : context.currency;
  const printed = readPrinted(text, { currency, decimal: context.decimal });
  if (printed.kind === "ambiguous") return { is: "open", choice: "decimal", readings: printed.readings };
  if (printed.kind === "error") return { is: "wrong", text: `${quote(text)} ${printed.text}` };
  const decides = printed.mark === null ? {} : { decimal: printed.mark };
  const kind = printed.amount === text ? null : nameAmount(text, printed.amount);
  return { is: "read", text: printed.amount, kind, decides };
}

function nameAmount(text: string, amount: string): string {
  if (text.replace(",", ".") === amount) return "Decimal commas";
  return /^[\d.,]+$/.test(text) ? "Thousands marks" : "Amounts as printed";
}

function readDay(text: string, order: DayOrder | undefined): ReadCell {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return asIs(text);
  const printed = readPrintedDay(text, order);
  if (printed.kind === "ambiguous") return { is: "open", choice: "dates", readings: printed.readings };
  if (printed.kind === "error") return { is: "wrong", text: `${quote(text)} ${printed.text}` };
  const kind = /^\d{5}/.test(text) ? "Days as numbers of a spreadsheet" : "Days";
  return { is: "read", text: printed.day, kind, decides: printed.order === null ? {} : { dates: printed.order } };
}

/** A comma before three digits can be a thousands mark: it is left for the check. */
function readRate(text: string): ReadCell {
  const isDecimal = /^(0,\d+|\d+,(\d{1,2}|\d{4,}))$/.test(text);
  return isDecimal ? { is: "read", text: text.replace(",", "."), kind: "Decimal commas" } : asIs(text);
}
