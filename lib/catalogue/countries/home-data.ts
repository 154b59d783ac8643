import "server-only";
import { cookies, headers } from "next/headers";
import { COUNTRY_COOKIE, guessCountry } from "./rules";

/**
 * The remembered country of this request's reader, else the one that the browser's languages suggest; `code` is null
 * when nothing says so, or when it is none of `known`.
 */
export async function readHomeCountry(
  known: ReadonlySet<string>,
): Promise<{ code: string | null; isRemembered: boolean }> {
  const remembered = await readRememberedCountry();
  if (remembered !== null) return { code: known.has(remembered) ? remembered : null, isRemembered: true };
  return { code: guessCountry((await headers()).get("accept-language"), known), isRemembered: false };
}

/** Country that the reader chose in the settings; null when none was chosen. */
export const readRememberedCountry = async (): Promise<string | null> =>
  (await cookies()).get(COUNTRY_COOKIE)?.value ?? null;
