import { isUtf8 } from "node:buffer";
import { z } from "zod";
import { CURRENCY_CODES } from "@/lib/contract/currencies";
import { checkDay, checkRate, quote } from "@/lib/import/read/cell-rules";
import type { CsvFormat, FileFormat, FileReader, RowSink, SourceRow } from "./format";

// Rates are quotients of published figures, so they are staged as a fraction.

const STAGED_RATE = ["currency", "date", "numerator", "denominator", "source_id"];

export const RATE_SOURCES: Readonly<Record<"ecb" | "currency-api", SourceRow>> = {
  ecb: {
    id: "ecb",
    name: "Euro foreign exchange reference rates",
    publisher: "European Central Bank",
    url: "https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/",
    license: "attribution",
    attribution: "Source: European Central Bank; converted to US dollars.",
  },
  "currency-api": {
    id: "currency-api",
    name: "Currency API (npm @fawazahmed0/currency-api)",
    publisher: "fawazahmed0",
    url: "https://github.com/fawazahmed0/exchange-api",
    license: "CC0-1.0",
    attribution: "Source: fawazahmed0 exchange-api.",
  },
};

/**
 * ECB reference rates, eurofxref.csv or eurofxref-hist.csv: one row a day, units per euro. Every line ends with a
 * comma.
 */
export const ecb: CsvFormat = {
  name: "ecb",
  table: "stage_rate",
  columns: STAGED_RATE,
  isHeader(header) {
    const [first, ...codes] = header.map((name) => name.trim());
    return first === "Date" && codes.includes("USD") && codes.every((name) => /^([A-Z]{3})?$/.test(name));
  },
  readRow({ line, header, cells, latestDay }, sink) {
    const [[, date = ""] = [], ...figures] = header.map((name, place) => [name.trim(), (cells[place] ?? "").trim()]);
    const day = readDay(date);
    const usdPerEuro = figures.find(([name]) => name === "USD")?.[1] ?? "";
    const wrongDay = checkDay(day, latestDay);
    const wrongUsd = checkRate(usdPerEuro, latestDay);
    if (wrongDay) sink.fault(line, "Date", wrongDay);
    if (wrongUsd) sink.fault(line, "USD", wrongUsd);
    if (wrongDay || wrongUsd) return;
    sink.stage(line, ["EUR", day, usdPerEuro, "1", "ecb"]);
    for (const [place, [currency = "", unitsPerEuro = ""]] of figures.entries()) {
      if (unitsPerEuro === "N/A" || (currency === "" && unitsPerEuro === "")) continue;
      const wrong = currency === "" ? "stands under no currency" : checkRate(unitsPerEuro, latestDay);
      if (wrong) sink.fault(line, currency || `column ${place + 2}`, wrong);
      else if (!CURRENCY_CODES.has(currency)) sink.skip();
      else sink.stage(line, [currency, day, ...toFraction(currency, usdPerEuro, unitsPerEuro), "ecb"]);
    }
  },
};

const toFraction = (currency: string, usd = "", units = "") => (currency === "USD" ? ["1", "1"] : [usd, units]);

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

/** `30 September 2026` as `2026-09-30`; any other text unchanged. */
export function readDay(text: string): string {
  const [, day = "", month = "", year = ""] = /^(\d{1,2}) ([A-Z][a-z]+) (\d{4})$/.exec(text) ?? [];
  const number = MONTHS.indexOf(month) + 1;
  return number === 0 ? text : `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`;
}

export const currencyApi: FileFormat = { name: "currency-api", table: "stage_rate", columns: STAGED_RATE };

export function openCurrencyApi(sink: RowSink, latestDay: string): FileReader {
  const chunks: Buffer[] = [];
  return {
    write: async (chunk) => void chunks.push(chunk),
    async end() {
      const bytes = Buffer.concat(chunks);
      const text = new TextDecoder().decode(bytes);
      if (isUtf8(bytes)) readDayOfRates(text, sink, latestDay);
      else sink.fault(lineAt(text, text.indexOf("\uFFFD")), null, "is not UTF-8", "file");
    },
  };
}

const DayOfRates = z.object({ date: z.string() }).catchall(z.record(z.string(), z.unknown()));

const lineAt = (text: string, place: number) => text.slice(0, Math.max(place, 0)).split("\n").length;

/**
 * Reads `{"date": "2026-09-29", "eur": {"usd": 1.17, ...}}`, units per one of the base. Skips codes outside ISO 4217.
 */
function readDayOfRates(text: string, sink: RowSink, latestDay: string): void {
  const value = parseJson(text, sink);
  if (value === undefined) return;
  const parsed = DayOfRates.safeParse(value);
  const { date, ...bases } = parsed.data ?? { date: "" };
  const [base = "", ...others] = Object.keys(bases);
  if (parsed.data === undefined || base === "" || others.length > 0) {
    sink.fault(1, "JSON", 'is not of the form {"date": "2026-09-29", "eur": {"usd": 1.17, ...}}', "file");
    return;
  }
  const wrongDay = checkDay(date, latestDay);
  if (wrongDay) sink.fault(lineAt(text, text.indexOf('"date"')), "date", wrongDay, "file");
  const isBase = /^[a-z0-9]+$/.test(base);
  if (!isBase) sink.fault(1, "JSON", `${quote(base)} is no currency in small letters`, "file");
  if (wrongDay || !isBase) return;
  const figures = findFigures(text, base);
  const usd = figures.get("usd") ?? { number: undefined, line: 1 };
  const wrongUsd = checkFigure(usd.number, latestDay);
  if (wrongUsd)
    sink.fault(
      usd.line,
      "usd",
      figures.has("usd") ? wrongUsd : "is missing: nothing can be converted to US dollars",
      "file",
    );
  if (wrongUsd) return;
  for (const [code, { number, line }] of figures) {
    const currency = code.toUpperCase();
    const wrong = checkFigure(number, latestDay);
    if (!CURRENCY_CODES.has(currency)) sink.skip();
    else if (wrong) sink.fault(line, code, wrong);
    else sink.stage(line, [currency, date, ...toFraction(currency, usd.number, number), "currency-api"]);
  }
}

function parseJson(text: string, sink: RowSink): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/.exec(error instanceof Error ? error.message : "")?.[1];
    sink.fault(lineAt(text, Number(position ?? text.length)), "JSON", "is not well-formed", "file");
    return undefined;
  }
}

const checkFigure = (number: string | undefined, latestDay: string) =>
  number === undefined ? "is not a number" : checkRate(number, latestDay);

/** Decimal text by code, because JSON.parse would give binary floats. Undefined for other values. */
function findFigures(text: string, base: string): Map<string, { number: string | undefined; line: number }> {
  const start = text.indexOf("{", text.indexOf(`"${base}"`));
  const figures = new Map([[base, { number: "1" as string | undefined, line: 1 }]]);
  let line = lineAt(text, start);
  let counted = start;
  for (const match of text.slice(start).matchAll(/"([^"\\]*)"\s*:\s*(-?\d[\d.eE+-]*)?/g)) {
    line += text.slice(counted, start + match.index).split("\n").length - 1;
    counted = start + match.index;
    figures.set(match[1] ?? "", { number: match[2], line });
  }
  return figures;
}
