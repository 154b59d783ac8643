import "server-only";
import { cookies } from "next/headers";
import { findVersionRates } from "./data";
import { CURRENCY_COOKIE, chooseCurrency } from "./rules";

/**
 * The currency in which this request's page shows amounts: `asked` (the address's `currency`), else the remembered
 * one, else US dollars; and what was asked for without being known.
 */
export async function readDisplayCurrency(asked?: string) {
  const [rates, jar] = await Promise.all([findVersionRates(), cookies()]);
  return chooseCurrency(rates, asked, jar.get(CURRENCY_COOKIE)?.value);
}
