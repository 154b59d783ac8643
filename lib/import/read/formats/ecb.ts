import { CURRENCY_CODES } from "@/lib/contract/currencies";
import { cacheResults, checkDay, checkRate } from "@/lib/import/read/cell-rules";
import { type CsvFormat, STAGED_RATE } from "./format";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/**
 * Euro reference rates as published by the European Central Bank: eurofxref.csv (one day) and eurofxref-hist.csv. One
 * row a day, one column a currency, in units per euro; every line ends with a comma. Staged as US dollars per unit: the
 * day's USD figure divided by the currency's.
 */
export const ecb: CsvFormat = {
  name: "ecb",
  table: "stage_rate",
  isHeader: (header) =>
    header[0]?.trim() === "Date" &&
    header.some((name) => name.trim() === "USD") &&
    header.slice(1).every((name) => /^\s*([A-Z]{3})?\s*$/.test(name)),
  stageColumns: () => STAGED_RATE,
  openRows(header, sink, latestDay) {
    const names = header.map((name) => name.trim());
    const checkDate = cacheResults(checkDay);
    return (row, line) => {
      const cells = row.map((cell) => cell.trim());
      const day = readDay(cells[0] ?? "");
      const usdPerEuro = cells[names.indexOf("USD")] ?? "";
      const wrongDay = checkDate(day, latestDay);
      const wrongUsd = checkRate(usdPerEuro, latestDay);
      if (wrongDay) sink.fault(line, "Date", wrongDay);
      if (wrongUsd) sink.fault(line, "USD", wrongUsd);
      if (wrongDay || wrongUsd) return;
      sink.stage(line, ["EUR", day, usdPerEuro, "1", "ecb"]);
      for (const [place, unitsPerEuro] of cells.entries()) {
        const currency = names[place] ?? "";
        if (place === 0 || unitsPerEuro === "N/A" || (currency === "" && unitsPerEuro === "")) continue;
        const wrong = currency === "" ? "stands under no currency" : checkRate(unitsPerEuro, latestDay);
        if (wrong) sink.fault(line, currency || `column ${place + 1}`, wrong);
        else if (!CURRENCY_CODES.has(currency)) sink.skip();
        else if (currency === "USD") sink.stage(line, ["USD", day, "1", "1", "ecb"]);
        else sink.stage(line, [currency, day, usdPerEuro, unitsPerEuro, "ecb"]);
      }
    };
  },
};

/** `30 September 2026` as `2026-09-30`; any other text unchanged. */
export function readDay(text: string): string {
  const [, day = "", month = "", year = ""] = /^(\d{1,2}) ([A-Z][a-z]+) (\d{4})$/.exec(text) ?? [];
  const number = MONTHS.indexOf(month) + 1;
  return number === 0 ? text : `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`;
}
