import { isOwnPost } from "@/lib/access/staff/origin";
import { COUNTRY_COOKIE } from "@/lib/catalogue/countries/rules";
import { CURRENCY_COOKIE } from "@/lib/catalogue/fx/rules";
import { COUNTRY_CODES } from "@/lib/contract/codes";
import { CURRENCY_CODES } from "@/lib/contract/currencies";

const THIRTEEN_MONTHS_SECONDS = 34_128_000;
const HERE = "http://here.invalid";
const KNOWN_COUNTRIES = new Set(COUNTRY_CODES);

/**
 * Stores or clears the reader's country and currency, and returns to the page. Its address then names neither, because
 * one that did would go before the choice. Without a currency that of the country is shown.
 */
export async function POST(request: Request): Promise<Response> {
  if (!isOwnPost(request.headers))
    return new Response("This can only be sent from a page of this site.\n", { status: 403 });
  const form = await request.formData().catch(() => new FormData());
  const read = (name: string) => String(form.get(name) ?? "");
  const headers = new Headers({ "Cache-Control": "no-store" });
  const store = (name: string, value: string, isKnown: boolean) =>
    headers.append(
      "Set-Cookie",
      `${name}=${isKnown ? value : ""}; Path=/; Max-Age=${isKnown ? THIRTEEN_MONTHS_SECONDS : 0}; SameSite=Lax; HttpOnly`,
    );
  const isForgotten = form.has("forget");
  store(COUNTRY_COOKIE, read("country"), !isForgotten && KNOWN_COUNTRIES.has(read("country")));
  store(CURRENCY_COOKIE, read("currency"), !isForgotten && CURRENCY_CODES.has(read("currency")));
  const back = toOwnAddress(read("back"));
  for (const name of ["currency", "home"]) back.searchParams.delete(name);
  headers.set("Location", `${back.pathname}${back.search}`);
  return new Response(null, { status: 303, headers });
}

/** Accepts only paths of this site, to prevent open redirects. */
function toOwnAddress(back: string): URL {
  const home = new URL("/", HERE);
  if (!URL.canParse(back, HERE)) return home;
  const url = new URL(back, HERE);
  return url.origin === HERE && !url.pathname.startsWith("//") ? url : home;
}
