import { checkCurrencyOn } from "@/lib/import/read/cell-rules";
import type { RowRule } from "./native-file";

/** Requires both amount and currency of a price, in force on its day; an ended series has neither. */
export const checkPrice: RowRule = (value) => {
  if (value("amount") === "" && value("currency") !== "")
    return { column: "amount", text: "is empty, but currency is not: a series that ended has neither" };
  if (value("amount") !== "" && value("currency") === "")
    return { column: "currency", text: "is empty, but amount is not: a series that ended has neither" };
  const withdrawn = checkCurrencyOn(value("currency"), value("observed_on"));
  return withdrawn === null ? null : { column: "currency", text: withdrawn };
};

export const checkDollar: RowRule = (value) =>
  value("currency") === "USD" && Number(value("usd_per_unit")) !== 1
    ? { column: "usd_per_unit", text: "one US dollar is 1 US dollar" }
    : null;
