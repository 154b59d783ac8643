import "server-only";
import { cookies } from "next/headers";
import { findVersionRates } from "./data";
import { CURRENCY_COOKIE, chooseCurrency } from "./rules";

/**
 * Display currency of this request's page: `wanted` (the address's `currency`), else the remembered one, else US
 * dollars; and the requested one when it is unknown.
 */
export async function readDisplayCurrency(wanted?: string) {
  const [rates, jar] = await Promise.all([findVersionRates(), cookies()]);
  return chooseCurrency(rates, wanted, jar.get(CURRENCY_COOKIE)?.value);
}
