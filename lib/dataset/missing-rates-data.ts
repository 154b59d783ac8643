import "server-only";
import { MS_PER_DAY, RATE_VALID_DAYS } from "@/lib/contract/days";
import type { MissingRate } from "@/lib/contract/envelope";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { oncePerVersion } from "@/lib/versions/once";
import { whereValid } from "@/lib/versions/valid-rows-sql";
import { toDay } from "@/lib/versions/values";

const shift = (day: Date, days: number) => toDay(new Date(day.getTime() + days * MS_PER_DAY));

/** Currencies that have a rate of any day. */
export const findRatedEver = oncePerVersion("rated-ever", async (version): Promise<string[]> => {
  const rows = await publishedDb().rate.groupBy({
    by: ["currency"],
    where: { ...whereValid(version), isRedacted: false },
    orderBy: { currency: "asc" },
  });
  return rows.map(({ currency }) => currency);
});

/** The days around one on which currencies have no rate that counts. Sorted by currency. */
export async function findMissingRates(
  version: Version,
  currencies: readonly string[],
  day: string,
): Promise<MissingRate[]> {
  if (currencies.length === 0) return [];
  const ofCurrencies = { ...whereValid(version), isRedacted: false, currency: { in: [...currencies] } };
  const at = new Date(day);
  const [before, after] = await Promise.all([
    publishedDb().rate.groupBy({
      by: ["currency"],
      where: { ...ofCurrencies, date: { lte: at } },
      _max: { date: true },
    }),
    publishedDb().rate.groupBy({
      by: ["currency"],
      where: { ...ofCurrencies, date: { gt: at } },
      _min: { date: true },
    }),
  ]);
  const last = new Map(before.map(({ currency, _max: { date } }) => [currency, date]));
  const next = new Map(after.map(({ currency, _min: { date } }) => [currency, date]));
  return [...currencies].sort().map((currency) => {
    const lastOn = last.get(currency);
    const nextOn = next.get(currency);
    return {
      currency,
      from: lastOn ? shift(lastOn, RATE_VALID_DAYS + 1) : null,
      to: nextOn ? shift(nextOn, -1) : null,
    };
  });
}
