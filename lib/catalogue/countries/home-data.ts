import "server-only";
import { cookies, headers } from "next/headers";
import { COUNTRY_COOKIE, guessCountry } from "./rules";

/** Remembered country, else the one that the browser's languages suggest; null when unknown or not in `known`. */
export async function readHomeCountry(
  known: ReadonlySet<string>,
): Promise<{ code: string | null; isRemembered: boolean }> {
  const remembered = await readRememberedCountry();
  if (remembered !== null) return { code: known.has(remembered) ? remembered : null, isRemembered: true };
  return { code: guessCountry((await headers()).get("accept-language"), known), isRemembered: false };
}

export const readRememberedCountry = async (): Promise<string | null> =>
  (await cookies()).get(COUNTRY_COOKIE)?.value ?? null;
