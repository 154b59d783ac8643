import type { CountryIndex } from "@/lib/catalogue/countries/schema";
import { formatDay, formatDayOfYear, formatMonth, formatPct } from "@/lib/text/format";
import { joinWords } from "@/lib/text/words";

type Band = Pick<CountryIndex, "rate_days" | "rate_low_pct" | "rate_high_pct">;

/** Months before that of the rate day that may have a day of the band. */
const MONTHS = [6, 5, 4, 3, 2, 1];

/** `−15.9% to −4.9%`: the band of a median over the rates of several days; empty without one. */
export const formatRateBand = ({ rate_low_pct: low, rate_high_pct: high }: Band): string =>
  low === null || high === null ? "" : `${formatPct(low)} to ${formatPct(high)}`;

/** `At the exchange rates of 3 May, 28 Jun, 16 Aug and 29 Sep 2026 the same prices give −15.9% to −4.9%.` */
export const writeRateBand = (band: Band): string =>
  formatRateBand(band) === ""
    ? ""
    : `At the exchange rates of ${writeRateDays(band.rate_days)} the same prices give ${formatRateBand(band)}.`;

/** `3 May, 28 Jun, 16 Aug and 29 Sep 2026`: the year stands where the next day is of another. */
export const writeRateDays = (days: readonly string[]): string =>
  joinWords(
    days.map((day, at) => (days[at + 1]?.slice(0, 4) === day.slice(0, 4) ? formatDayOfYear(day) : formatDay(day))),
  );

/** Names the months of the half year before the rate day, the last of `days`, that have none of them. */
export function writeMonthsLeftOut(days: readonly string[]): string {
  const last = days.at(-1);
  if (last === undefined) return "No month of the half year before has a day with the rates of all currencies.";
  const has = new Set(days.map((day) => day.slice(0, 7)));
  const months = MONTHS.map((before) => firstOfMonth(last, before)).filter(
    (month) => !has.has(month.toISOString().slice(0, 7)),
  );
  return months.length === 0
    ? ""
    : `Left out, for want of a last day with the rates of all currencies: ${joinWords(months.map((month) => formatMonth(month.toISOString().slice(0, 7))))}.`;
}

/** First day of the month `before` months before that of a day. */
function firstOfMonth(day: string, before: number): Date {
  const month = new Date(`${day.slice(0, 7)}-01`);
  month.setUTCMonth(month.getUTCMonth() - before);
  return month;
}
