import { readFile } from "node:fs/promises";
import BigJs from "big.js";
import { type CsvRow, readCsv } from "./recompute-index";

// Computes prices of past days from the bundled files and the documentation alone.

const Big = BigJs();
Big.DP = 40;
const RATE_DAYS = 10;
const MS_PER_DAY = 86_400_000;
const SOURCES = ["ecb", "currency-api"];
const MONTHS: Readonly<Record<string, string>> = { monthly: "1", quarterly: "3", semiannual: "6", yearly: "12" };

export type DayState = {
  series: string;
  status: string;
  amount: number | null;
  currency: string | null;
  usd: number | null;
  usd_monthly: number | null;
  fx_date: string | null;
  last_seen_on: string | null;
};

export type Reading = { day: string; amount: string; currency: string };

const readBundled = async (name: string) => readCsv(await readFile(`prisma/data/${name}.csv`, "utf8"));

const nameSeries = (row: CsvRow) => [row.product, row.country, row.platform, row.period].join(" ");

/**
 * Readings of each series of the bundled files, by day; an empty amount: no longer listed. Those of the first version, or
 * without what the second one withdrew.
 */
export async function readSeries(version: "first" | "second" = "second"): Promise<Map<string, Reading[]>> {
  const series = new Map<string, Reading[]>();
  const withdrawn = new Set(
    version === "first" ? [] : (await readBundled("corrections")).map((row) => `${nameSeries(row)} ${row.observed_on}`),
  );
  for (const row of await readBundled("prices")) {
    const name = nameSeries(row);
    if (withdrawn.has(`${name} ${row.observed_on}`)) continue;
    const readings = series.get(name) ?? [];
    series.set(name, readings);
    readings.push({ day: row.observed_on ?? "", amount: row.amount ?? "", currency: row.currency ?? "" });
  }
  for (const readings of series.values()) readings.sort((a, b) => compareTexts(a.day, b.day));
  return series;
}

/** Function that gives all series of the bundled files that had not ended by a day, in the order of the API. */
export async function recomputeDays(version: "first" | "second" = "second"): Promise<(day: string) => DayState[]> {
  const series = await readSeries(version);
  const rates = [...(await readBundled("fx-rates")), ...(await readBundled("fx-rates-daily"))];
  const names = [...series.keys()].sort((a, b) => {
    const left = a.split(" ");
    const right = b.split(" ");
    const at = left.findIndex((part, place) => part !== right[place]);
    return compareTexts(left[at] ?? "", right[at] ?? "");
  });
  // The bundled rate day: the last one with the rates of all currencies in use.
  const rateDay =
    rates
      .map(({ date = "" }) => date)
      .sort()
      .at(-1) ?? "";
  return (day) => {
    const rateOf = chooseRates(rates, day < rateDay ? day : rateDay);
    return names.flatMap((name) => findState(name, series.get(name) ?? [], day, rateOf) ?? []);
  };
}

type RateOf = (currency: string) => { date: string; rate: string } | null;

/** Newest rate of the day and the ten before; the ECB's comes first. */
function chooseRates(rates: readonly CsvRow[], day: string): RateOf {
  const oldest = new Date(Date.parse(day) - RATE_DAYS * MS_PER_DAY).toISOString().slice(0, 10);
  const place = (source: string) => (SOURCES.includes(source) ? SOURCES.indexOf(source) : SOURCES.length);
  const chosen = new Map<string, { date: string; rate: string; source: string }>();
  for (const { currency = "", date = "", usd_per_unit: rate = "", source = "" } of rates) {
    if (date < oldest || date > day) continue;
    const known = chosen.get(currency);
    const isBetter = !known || date > known.date || (date === known.date && place(source) < place(known.source));
    if (isBetter) chosen.set(currency, { date, rate, source });
  }
  return (currency) => (currency === "USD" ? { date: day, rate: "1" } : (chosen.get(currency) ?? null));
}

/** Null where the series had ended. */
function findState(name: string, readings: readonly Reading[], day: string, rateOf: RateOf): DayState | null {
  const last = readings.filter((reading) => reading.day <= day).at(-1);
  const none = { amount: null, currency: null, usd: null, usd_monthly: null, fx_date: null };
  if (last === undefined) return { series: name, status: "not_observed_yet", ...none, last_seen_on: null };
  if (last.amount === "") return null;
  const next = readings.find((reading) => reading.day > day);
  const isSame = next !== undefined && next.currency === last.currency && Big(next.amount).eq(last.amount);
  const rate = rateOf(last.currency);
  const usd = rate && Big(last.amount).times(rate.rate);
  const period = name.split(" ").at(-1) ?? "";
  const monthly = usd && (period === "weekly" ? usd.times(52).div(12) : usd.div(MONTHS[period] ?? "0"));
  const show = (value: InstanceType<typeof Big> | null) =>
    value === null ? null : value.round(4, Big.roundHalfEven).toNumber();
  return {
    series: name,
    status: last.day === day || isSame ? "observed" : "carried",
    amount: Number(last.amount),
    currency: last.currency,
    usd: show(usd),
    usd_monthly: show(monthly),
    fx_date: rate?.date ?? null,
    last_seen_on: last.day,
  };
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
