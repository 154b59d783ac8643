import type { Period } from "@/lib/contract/codes";
import { readPrinted } from "@/lib/printed/amount-rules";

export type PrintedField = {
  /** Decimal text. */
  amount: string;
  /** What was typed, where it is more than these digits. */
  quote: string | null;
  /** Null where none is printed. */
  period: Period | null;
};

/** Reads an amount as a page prints it (`1.700,00 ₺`) in a currency. A fault is a text to follow the label of its field. */
export function readPrintedField(text: string, currency: string | undefined): PrintedField | string {
  const read = readPrinted(text, { currency });
  if (read.kind === "error") return read.text;
  if (read.kind === "ambiguous") {
    const [fraction, thousands] = read.readings;
    return `can be ${fraction} or ${thousands}: write ${fraction}0 or ${thousands}.00`;
  }
  const { amount, period } = read;
  return { amount, period, quote: text === amount ? null : text };
}

/** Returns a text to follow the label of the field where the page prints another period than that of the price. */
export const findOtherPeriod = (printed: Period | null | undefined, period: Period): string | null =>
  printed == null || printed === period ? null : `is a ${printed} price; this one is ${period}`;
