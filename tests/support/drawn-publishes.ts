import type { Client } from "pg";
import { expect } from "vitest";
import { type openLedger, PRICE_CORRECTION_HEADER, PRICE_HEADER, RATE_HEADER } from "./corrections";
import { startImport } from "./import-cli";
import { shuffle } from "./random";
import { listWaiting } from "./waiting-queries";

export const FIRST_DAY = "2020-01-01";
const COUNTRIES = ["US", "DE", "TR"];
const CURRENCIES: Readonly<Record<string, string>> = { US: "USD", DE: "EUR", TR: "TRY" };
const AMOUNTS = [8, 9, 10, 11, 12];

type Reading = { day: string; amount: number | null };
/** An amount that a publish changed, by its vendor or by a correction. */
export type DrawnChange = { series: DrawnSeries; was: number; is: number; isCorrection: boolean };

/** A series as whoever writes its files knows it. */
export type DrawnSeries = { key: string; product: string; country: string; readings: Reading[] };

const newest = ({ readings }: DrawnSeries) => readings.at(-1)?.amount ?? null;

/** Two products in three countries, without a reading. */
export const makeSeries = (): DrawnSeries[] =>
  ["x", "y"].flatMap((product) =>
    COUNTRIES.map((country) => ({ key: `${product} ${country}`, product, country, readings: [] })),
  );

/** The first publish, in which everything costs 10. */
export const firstFiles = (series: readonly DrawnSeries[]): string[][] => [
  [RATE_HEADER, `EUR,${FIRST_DAY},1.1,a`, `TRY,${FIRST_DAY},0.2,a`],
  [PRICE_HEADER, ...series.map((one) => readRow(one, FIRST_DAY, 10))],
];

type Draw = { random: () => number; pick: <T>(values: readonly T[]) => T };

/** Files of one publish, and which amounts it changes for whoever follows all of it. */
export function drawPublish(
  series: readonly DrawnSeries[],
  day: string,
  { random, pick }: Draw,
): { files: string[][]; told: DrawnChange[] } {
  const kind = random() < 0.6 ? "readings" : pick(["rates", "address", "amount", "withdrawal"] as const);
  const some = shuffle(series, random).slice(0, 1 + Math.floor(random() * 3));
  // A move of 30 percent and more, with the prices as they were.
  const rates = [
    RATE_HEADER,
    `EUR,${day},${(0.7 + random()).toFixed(4)},a`,
    `TRY,${day},${(0.1 + random()).toFixed(4)},a`,
  ];
  if (kind === "rates")
    return { files: [rates, [PRICE_HEADER, ...some.map((one) => readRow(one, day, newest(one)))]], told: [] };
  if (kind === "readings") {
    const told: DrawnChange[] = [];
    const rows = some.map((one) => {
      const was = newest(one);
      const is = random() < 0.15 ? null : pick(AMOUNTS);
      if (was !== null && is !== null && was !== is) told.push({ series: one, was, is, isCorrection: false });
      return readRow(one, day, is);
    });
    return { files: [[PRICE_HEADER, ...rows], ...(random() < 0.3 ? [rates] : [])], told };
  }
  const one = some.find((each) => newest(each) !== null);
  const was = one && newest(one);
  if (one === undefined || was === null || was === undefined) return { files: [rates], told: [] };
  if (kind === "address") return { files: [[PRICE_CORRECTION_HEADER, correctRow(one, "replace", was)]], told: [] };
  const row = kind === "amount" ? correctRow(one, "replace", was + 1) : correctRow(one, "withdraw", null);
  const is = newest(one);
  const told = is === null || is === was ? [] : [{ series: one, was, is, isCorrection: true }];
  return { files: [[PRICE_CORRECTION_HEADER, row]], told };
}

/** A reading as a line of a file. Null: no longer listed. */
export function readRow(one: DrawnSeries, day: string, amount: number | null): string {
  one.readings.push({ day, amount });
  const { product, country } = one;
  const price = amount === null ? "," : `${amount},${CURRENCIES[country]}`;
  return `${product},${country},ios,monthly,${price},${day},a,https://a.example/`;
}

let pages = 0;

/** Corrects the newest reading of a series, at another page each time. */
export function correctRow(one: DrawnSeries, action: "replace" | "withdraw", amount: number | null): string {
  const { day } = one.readings.pop() ?? { day: "" };
  if (action === "replace") one.readings.push({ day, amount });
  const price = amount === null ? "," : `${amount},${CURRENCIES[one.country]}`;
  const page = action === "replace" ? `a,https://a.example/${++pages}` : ",";
  return `${one.product},${one.country},ios,monthly,${day},${action},${price},source_error,,${page}`;
}

/** Ends an import while it waits for a table of its outbox: neither a version nor a row of `outbox` is left. */
export async function killPublish(
  ledger: Awaited<ReturnType<typeof openLedger>>,
  sql: Client,
  files: readonly (readonly string[])[],
  { waitsFor, outbox }: { waitsFor: string; outbox: string },
): Promise<void> {
  const state = `SELECT (SELECT max(id) FROM dataset_version) AS version, (SELECT count(*)::int FROM ${outbox}) AS rows`;
  const before = (await sql.query(state)).rows;
  await sql.query(`BEGIN; LOCK TABLE ${waitsFor} IN EXCLUSIVE MODE`);
  const paths = await ledger.write(files);
  const { child, ended } = startImport(ledger.url, ["--accept-outliers", ...paths]);
  await expect.poll(() => listWaiting(ledger.url)).toContainEqual(expect.stringContaining(waitsFor));
  child.kill("SIGKILL");
  await ended;
  await sql.query("COMMIT");
  expect((await sql.query(state)).rows).toEqual(before);
}
