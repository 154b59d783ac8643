import { formatDay } from "@/lib/text/format";

/** The first and the last day on which prices were last read. */
export type ReadDays = { from: string; to: string };

/** Days on which prices were last read; null without any. */
export function listReadDays(prices: readonly { verified_on: string }[]): ReadDays | null {
  const days = prices.map(({ verified_on }) => verified_on).sort();
  const from = days[0];
  const to = days.at(-1);
  return from === undefined || to === undefined ? null : { from, to };
}

/** Days on which what was read in several sources was read; null where one of them has no days. */
export function joinReadDays(sources: readonly Partial<ReadDays>[]): ReadDays | null {
  const from = sources.flatMap(({ from }) => from ?? []);
  const to = sources.flatMap(({ to }) => to ?? []);
  if (sources.length === 0 || from.length < sources.length || to.length < sources.length) return null;
  return { from: from.sort()[0] ?? "", to: to.sort().at(-1) ?? "" };
}

/** `read on 9 Apr 2026`, `read from 9 Apr to 29 Sep 2026`. */
export function writeReadSpan(days: ReadDays | null): string {
  if (days === null) return "not read yet";
  const { from, to } = days;
  if (from === to) return `read on ${formatDay(from)}`;
  const first = from.slice(0, 4) === to.slice(0, 4) ? formatDay(from).slice(0, -5) : formatDay(from);
  return `read from ${first} to ${formatDay(to)}`;
}

/** The same of these prices. */
export const writeReadDays = (prices: readonly { verified_on: string }[]): string =>
  writeReadSpan(listReadDays(prices));
