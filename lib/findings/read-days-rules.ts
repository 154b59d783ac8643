import { formatDay } from "@/lib/text/format";

/** `read on 9 Apr 2026`, `read from 9 Apr to 29 Sep 2026`: the days on which prices were last read. */
export function writeReadDays(prices: readonly { verified_on: string }[]): string {
  const days = prices.map(({ verified_on }) => verified_on).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return "not read yet";
  if (first === last) return `read on ${formatDay(first)}`;
  const [from, to] = [formatDay(first), formatDay(last)];
  return `read from ${from.slice(-4) === to.slice(-4) ? from.slice(0, -5) : from} to ${to}`;
}
