import fc from "fast-check";
import type { Corrected, MergeModel, Row } from "./merge-model";

// Each draw has its own series, so that many draws fit into one import.

const DRAWN_STEPS = 4;
const DRAWN_FILES = 3;
export const DRAWN_SOURCES = ["a", "b", "c"];
const DRAWN_COUNTRIES = ["TR", "US"];

/** Few days, so that rows coincide; with ends of a month and a year. */
const DAYS = ["2025-12-31", "2026-01-01", "2026-01-02", "2026-01-31", "2026-02-01", "2026-03-01"];
const PRICES = [
  { texts: ["10", "10.0", "10.00"], currency: "USD" },
  { texts: ["12.5", "12.50"], currency: "USD" },
  { texts: [""], currency: "" },
  { texts: ["10"], currency: "EUR" },
  { texts: ["79.99"], currency: "USD" },
];

const claim = fc.record(
  {
    country: fc.nat(DRAWN_COUNTRIES.length - 1),
    day: fc.nat(DAYS.length - 1),
    step: fc.nat(DRAWN_STEPS - 1),
    file: fc.nat(DRAWN_FILES - 1),
    source: fc.nat(DRAWN_SOURCES.length - 1),
    page: fc.nat(1),
    spelling: fc.nat(2),
  },
  { noNullPrototype: true },
);

/** Without a price it withdraws. */
const correction = fc.record(
  {
    country: fc.nat(DRAWN_COUNTRIES.length - 1),
    day: fc.nat(DAYS.length - 1),
    step: fc.nat(DRAWN_STEPS - 1),
    price: fc.option(fc.nat(PRICES.length - 1)),
    source: fc.nat(DRAWN_SOURCES.length - 1),
  },
  { noNullPrototype: true },
);

/** One price for each country and day, so that rows never contradict each other. */
export const arbitraryDraw = fc.record(
  {
    prices: fc.array(fc.nat(PRICES.length - 1), {
      minLength: DRAWN_COUNTRIES.length * DAYS.length,
      maxLength: DRAWN_COUNTRIES.length * DAYS.length,
    }),
    claims: fc.array(claim, { minLength: 1, maxLength: 16 }),
    corrections: fc.array(correction, { maxLength: 6 }),
  },
  { noNullPrototype: true },
);
export type Draw = typeof arbitraryDraw extends fc.Arbitrary<infer Value> ? Value : never;

export function packDraws(draws: readonly Draw[], place: () => number): Row[][][] {
  const steps = Array.from({ length: DRAWN_STEPS }, () =>
    Array.from({ length: DRAWN_FILES }, (): { row: Row; at: number }[] => []),
  );
  for (const [number, { prices, claims }] of draws.entries()) {
    for (const { country, day, step, file, source, page, spelling } of claims) {
      const price = PRICES[prices[country * DAYS.length + day] ?? 0];
      const id = DRAWN_SOURCES[source] ?? "a";
      const row = {
        series: `${toProduct(number)} ${DRAWN_COUNTRIES[country]} ios monthly`,
        day: DAYS[day] ?? "",
        amount: price?.texts[spelling % price.texts.length] ?? "",
        currency: price?.currency ?? "",
        source: id,
        url: `https://${id}.example/${page}`,
      };
      steps[step]?.[file]?.push({ row, at: place() });
    }
  }
  return steps.map((files) => files.map((rows) => rows.sort((a, b) => a.at - b.at).map(({ row }) => row)));
}

export function findCorrections(draws: readonly Draw[], step: number, model: MergeModel): Corrected[] {
  const found = new Map<string, Corrected>();
  for (const [number, { corrections }] of draws.entries()) {
    for (const drawn of corrections.filter((correction) => correction.step === step)) {
      const series = `${toProduct(number)} ${DRAWN_COUNTRIES[drawn.country]} ios monthly`;
      const day = DAYS[drawn.day] ?? "";
      const valid = model.find(series, day);
      if (valid === undefined) continue;
      const row = drawn.price === null ? null : toRow(series, day, drawn.price, DRAWN_SOURCES[drawn.source] ?? "a");
      const isOther =
        row === null ||
        Number(row.amount) !== (valid.amount ?? 0) ||
        row.currency !== valid.currency ||
        row.source !== valid.source ||
        row.url !== valid.url;
      if (isOther) found.set(`${series} ${day}`, { series, day, row });
    }
  }
  return [...found.values()];
}

function toRow(series: string, day: string, price: number, source: string): Row {
  const { texts, currency } = PRICES[price] ?? { texts: [""], currency: "" };
  return { series, day, amount: texts[0] ?? "", currency, source, url: `https://${source}.example/0` };
}

export const toProduct = (number: number): string => `draw-${String(number).padStart(5, "0")}`;
