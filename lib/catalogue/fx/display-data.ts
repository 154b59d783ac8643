import "server-only";
import { cookies } from "next/headers";
import type { Version } from "@/lib/versions/current";
import { findRatesOn, findVersionRates } from "./data";
import { CURRENCY_COOKIE, chooseCurrency, rateDayOf, US_DOLLARS } from "./rules";

/**
 * Display currency of this request's page: `wanted` (the address's `currency`), else the remembered one, else US
 * dollars; and the requested one when it is unknown. Of a page of a day with the rate of that day.
 */
export async function readDisplayCurrency(version: Version, wanted?: string, date?: string) {
  const [rates, jar] = await Promise.all([findVersionRates(version), cookies()]);
  const chosen = chooseCurrency(rates, wanted, jar.get(CURRENCY_COOKIE)?.value);
  const { code } = chosen.currency;
  if (date === undefined || code === "USD") return chosen;
  const day = rateDayOf(version.fxDate, date);
  const rateOn = await findRatesOn(version, code, [day]);
  const currency = rateOn(day);
  return currency === null ? { currency: US_DOLLARS, unknown: code } : { ...chosen, currency };
}
