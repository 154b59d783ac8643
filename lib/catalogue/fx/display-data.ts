import "server-only";
import { cookies } from "next/headers";
import type { Version } from "@/lib/versions/current";
import { findRatesOn, findVersionRates } from "./data";
import { CURRENCY_COOKIE, chooseCurrency, rateDayOf, US_DOLLARS } from "./rules";

/** `wanted`, else the remembered currency, else US dollars. Rates are of `date` if given. */
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
