import "server-only";
import { cookies, headers } from "next/headers";
import { BASE_COUNTRY } from "@/lib/catalogue/price-index/rules";
import type { Version } from "@/lib/versions/current";
import { readCountries } from "./data";
import { COUNTRY_COOKIE, guessCountry } from "./rules";

/** Remembered country, else the one that the browser's languages suggest; null when unknown or not in `known`. */
export async function readHomeCountry(
  known: ReadonlySet<string>,
): Promise<{ code: string | null; isRemembered: boolean }> {
  const remembered = (await cookies()).get(COUNTRY_COOKIE)?.value;
  if (remembered !== undefined) return { code: known.has(remembered) ? remembered : null, isRemembered: true };
  return { code: guessCountry((await headers()).get("accept-language"), known), isRemembered: false };
}

/** The reader's country: that of the address, the remembered one, the one of the browser, else the United States. */
export async function readHome(version: Version, asked: string | undefined): Promise<string> {
  const known = new Set((await readCountries(version, "shown")).map(({ country: code }) => code));
  if (asked !== undefined && known.has(asked)) return asked;
  return (await readHomeCountry(known)).code ?? BASE_COUNTRY;
}
