import { listReadings, readPrinted } from "@/lib/printed/amount-rules";
import { quote } from "./cell-rules";

type Row = Record<"amount" | "currency" | "period", string>;

/** Returns the fault of a printed price beside what its row says, or null. */
export function checkQuote(printed: string, { amount, currency, period }: Row): string | null {
  if (printed === "") return null;
  if (amount === "") return "stands beside no amount: a series that ended has no printed price";
  const read = readPrinted(printed, { currency });
  if (read.kind === "error") return `${quote(printed)} ${read.text}`;
  if (read.period !== null && read.period !== period)
    return `${quote(printed)} is a price for another period: ${read.period}, not ${period}`;
  const readings = listReadings(read);
  return readings.some((reading) => Number(reading) === Number(amount))
    ? null
    : `${quote(printed)} reads as ${readings.join(" or ")}, but amount is ${amount}`;
}
