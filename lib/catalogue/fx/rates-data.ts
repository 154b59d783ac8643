import "server-only";
import type { listRates } from "@/app/api/rates/contract";
import type { ListQuery } from "@/lib/api/formats";
import { RATE_VALID_DAYS } from "@/lib/contract/days";
import { findRatedEver } from "@/lib/dataset/missing-rates-data";
import { daysBetween } from "@/lib/text/format";
import type { Version } from "@/lib/versions/current";
import { CONVERTED, findNeededRates } from "./data";
import type { ExchangeRate } from "./schema";

type Query = ListQuery<typeof listRates>;

/** One rate per currency, from its first source, and the number of all. */
export async function findRates(version: Version, { currency = CONVERTED, date, page, page_size }: Query) {
  const day = date ?? version.fxDate;
  const codes = day === null ? [] : currency.filter((code) => code !== "USD");
  const found = await findNeededRates(
    version,
    codes.map((code) => ({ currency: code, day: day ?? "" })),
  );
  const rates = found.filter(({ date }) => daysBetween(date, day ?? "") <= RATE_VALID_DAYS);
  const data: ExchangeRate[] = rates
    .slice((page - 1) * page_size, page * page_size)
    .map(({ currency, date, usd_per_unit, source }) => ({ currency, date, usd_per_unit, source }));
  const wanted = currency === CONVERTED ? await findRatedEver(version) : codes;
  const unrated = wanted.filter((code) => code !== "USD" && !rates.some(({ currency }) => currency === code));
  return { total: rates.length, data, unrated };
}
