import { CURRENCY_CODES } from "@/lib/contract/currencies";
import { checkDay, checkRate, quote } from "@/lib/import/read/cell-rules";
import type { RowSink } from "./format";

interface Figure {
  number: string;
  line: number;
}

interface DayOfRates {
  day: string;
  base: string;
  codes: Set<string>;
  figures: Map<string, Figure>;
}

interface JsonFault {
  line: number;
  column: string;
  text: string;
}

/**
 * Reads one day's file of the Currency API: `{"date": "2026-09-29", "eur": {"usd": 1.17, "try": 48.9, ...}}`, in units
 * per one of the base named by the second key. Skips codes outside ISO 4217 (coins).
 */
export function readCurrencyApi(text: string, sink: RowSink, latestDay: string): void {
  const read = readDayOfRates(text, latestDay);
  if ("column" in read) {
    sink.fault(read.line, read.column, read.text);
    return;
  }
  const { day, base, codes, figures } = read;
  const usd = figures.get("usd");
  const wrongUsd = usd ? checkRate(usd.number, latestDay) : "is missing: nothing can be converted to US dollars";
  if (!usd || wrongUsd) {
    sink.fault(usd?.line ?? 1, "usd", wrongUsd ?? "is missing");
    return;
  }
  for (const code of new Set([base, ...codes])) {
    const currency = code.toUpperCase();
    const figure = figures.get(code);
    if (!CURRENCY_CODES.has(currency)) sink.skip();
    else if (!figure) sink.fault(lineAt(text, text.indexOf(JSON.stringify(code))), code, "is not a number");
    else if (currency === "USD") sink.stage(figure.line, [currency, day, "1", "1", "currency-api"]);
    else {
      const wrong = checkRate(figure.number, latestDay);
      if (wrong) sink.fault(figure.line, code, wrong);
      else sink.stage(figure.line, [currency, day, usd.number, figure.number, "currency-api"]);
    }
  }
}

function readDayOfRates(text: string, latestDay: string): DayOfRates | JsonFault {
  const parsed = parseJson(text);
  if ("text" in parsed) return parsed;
  const entries = isRecord(parsed.value) ? Object.entries(parsed.value) : [];
  const [base, rates] = entries.find(([key]) => key !== "date") ?? [];
  const day = entries.find(([key]) => key === "date")?.[1];
  if (entries.length !== 2 || typeof day !== "string" || base === undefined || !isRecord(rates)) {
    return { line: 1, column: "JSON", text: 'is not of the form {"date": "2026-09-29", "eur": {"usd": 1.17, ...}}' };
  }
  const wrongDay = checkDay(day, latestDay);
  if (wrongDay) return { line: lineAt(text, text.indexOf('"date"')), column: "date", text: wrongDay };
  if (!/^[a-z0-9]+$/.test(base))
    return { line: 1, column: "JSON", text: `${quote(base)} is no currency in small letters` };
  const figures = findFigures(text, text.indexOf("{", text.indexOf(`"${base}"`)));
  if (!figures.has(base)) figures.set(base, { number: "1", line: 1 });
  return { day, base, codes: new Set(Object.keys(rates)), figures };
}

function parseJson(text: string): { value: unknown } | JsonFault {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const position = /position (\d+)/.exec(error instanceof Error ? error.message : "")?.[1];
    return { line: lineAt(text, Number(position ?? text.length)), column: "JSON", text: "is not well-formed" };
  }
}

/** Figures as decimal text; JSON.parse would turn them into binary floats. */
function findFigures(text: string, start: number): Map<string, Figure> {
  const figures = new Map<string, Figure>();
  let line = lineAt(text, start);
  let counted = start;
  for (const match of text.slice(start).matchAll(/"([^"\\]*)"\s*:\s*(-?\d[\d.eE+-]*)/g)) {
    const [, code = "", number = ""] = match;
    const place = start + match.index;
    line += text.slice(counted, place).split("\n").length - 1;
    counted = place;
    figures.set(code, { number, line });
  }
  return figures;
}

function lineAt(text: string, place: number): number {
  return text.slice(0, Math.max(place, 0)).split("\n").length;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
