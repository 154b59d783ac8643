import { COUNTRY_COOKIE } from "@/lib/catalogue/countries/rules";
import { findVersionRates } from "@/lib/catalogue/fx/data";
import { CURRENCY_COOKIE, chooseCurrency } from "@/lib/catalogue/fx/rules";
import { COUNTRY_CODES } from "@/lib/contract/codes";
import { requireVersion } from "@/lib/versions/current";

const ONE_YEAR_SECONDS = 31_536_000;
const HERE = "http://here.invalid";
const KNOWN_COUNTRIES = new Set(COUNTRY_CODES);

/** Stores or clears currency and country, and returns to the page with the choice in its address. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const back = toOwnAddress(searchParams.get("back") ?? "/");
  const headers = new Headers({ "Cache-Control": "no-store" });
  const store = (name: string, value: string, seconds = ONE_YEAR_SECONDS) =>
    headers.append("Set-Cookie", `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax; HttpOnly`);
  if (searchParams.has("forget")) {
    for (const name of [CURRENCY_COOKIE, COUNTRY_COOKIE]) store(name, "", 0);
    for (const name of ["currency", "home"]) back.searchParams.delete(name);
  } else {
    const asked = searchParams.get("currency") ?? undefined;
    const { currency } = chooseCurrency(await findVersionRates(await requireVersion()), asked, undefined);
    store(CURRENCY_COOKIE, currency.code);
    if (currency.code === "USD") back.searchParams.delete("currency");
    else back.searchParams.set("currency", currency.code);
    const country = searchParams.get("country");
    if (country !== null && KNOWN_COUNTRIES.has(country)) {
      store(COUNTRY_COOKIE, country);
      addCountry(back, country);
    }
  }
  headers.set("Location", `${back.pathname}${back.search}`);
  return new Response(null, { status: 303, headers });
}

/** Adds the country, so that a shared link has it too. */
function addCountry({ pathname, searchParams }: URL, country: string): void {
  if (/^\/services\/[^/]+$/.test(pathname)) searchParams.set("home", country);
  const compared = searchParams.get("countries")?.split(",");
  if (pathname === "/compare" && compared)
    searchParams.set("countries", [country, ...compared.filter((code) => code !== country)].join(","));
}

/** Accepts only paths of this site, to prevent open redirects. */
function toOwnAddress(back: string): URL {
  const home = new URL("/", HERE);
  if (!URL.canParse(back, HERE)) return home;
  const url = new URL(back, HERE);
  return url.origin === HERE && !url.pathname.startsWith("//") ? url : home;
}
