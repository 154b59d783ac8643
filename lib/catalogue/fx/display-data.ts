import "server-only";
import { cookies } from "next/headers";
import { readHomeCountry } from "@/lib/catalogue/countries/home-data";
import { COUNTRY_COOKIE } from "@/lib/catalogue/countries/rules";
import { COUNTRY_CODES } from "@/lib/contract/codes";
import { CURRENCY_CODES, currencyOf } from "@/lib/contract/currencies";
import type { Version } from "@/lib/versions/current";
import { findRatesOn, findVersionRates } from "./data";
import { CURRENCY_COOKIE, chooseCurrency, rateDayOf, US_DOLLARS } from "./rules";

const KNOWN_COUNTRIES = new Set(COUNTRY_CODES);

/** `wanted`, else the remembered currency, that of the reader's country, US dollars. Rates are of `date` if given. */
export async function readDisplayCurrency(version: Version, wanted?: string, date?: string) {
  const [rates, jar, home] = await Promise.all([
    findVersionRates(version),
    cookies(),
    readHomeCountry(KNOWN_COUNTRIES),
  ]);
  const usual = home.code === null ? undefined : (currencyOf(home.code) ?? undefined);
  const chosen = chooseCurrency(rates, wanted, jar.get(CURRENCY_COOKIE)?.value ?? usual);
  const { code } = chosen.currency;
  if (date === undefined || code === "USD") return chosen;
  const day = rateDayOf(version.fxDate, date);
  const rateOn = await findRatesOn(version, code, [day]);
  const currency = rateOn(day);
  return currency === null ? { currency: US_DOLLARS, unknown: code } : { ...chosen, currency };
}

/** `DE EUR`: the country and the currency that were chosen, empty where none was. */
export async function readRemembered(): Promise<string> {
  const jar = await cookies();
  const read = (name: string, known: ReadonlySet<string>) => {
    const value = jar.get(name)?.value ?? "";
    return known.has(value) ? value : "";
  };
  return `${read(COUNTRY_COOKIE, KNOWN_COUNTRIES)} ${read(CURRENCY_COOKIE, CURRENCY_CODES)}`;
}
