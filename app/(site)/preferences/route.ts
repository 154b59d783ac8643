import { isOwnPost } from "@/lib/access/staff/origin";
import { COUNTRY_COOKIE } from "@/lib/catalogue/countries/rules";
import { readRemembered } from "@/lib/catalogue/fx/display-data";
import { CURRENCY_COOKIE } from "@/lib/catalogue/fx/rules";
import { COUNTRY_CODES } from "@/lib/contract/codes";
import { CURRENCY_CODES, currencyOf } from "@/lib/contract/currencies";
import { writeChoiceCookie } from "@/lib/pages/choice-cookie";
import { toHref } from "@/lib/pages/query";

const HERE = "http://here.invalid";
const KNOWN_COUNTRIES = new Set(COUNTRY_CODES);

/**
 * Stores or clears the reader's country and currency, and returns to the page by way of GET, which sees whether they
 * were kept. Without a currency that of the country is shown.
 */
export async function POST(request: Request): Promise<Response> {
  if (!isOwnPost(request.headers))
    return new Response("This can only be sent from a page of this site.\n", { status: 403 });
  const form = await request.formData().catch(() => new FormData());
  const isForgotten = form.has("forget");
  const read = (name: string, known: ReadonlySet<string>) => {
    const value = String(form.get(name) ?? "");
    return !isForgotten && known.has(value) ? value : "";
  };
  const country = read("country", KNOWN_COUNTRIES);
  const currency = read("currency", CURRENCY_CODES);
  const back = String(form.get("back") ?? "");
  const answer = redirect(country ? toHref("/preferences", { country, currency, back }) : writeBack(back));
  for (const [name, value] of Object.entries({ [COUNTRY_COOKIE]: country, [CURRENCY_COOKIE]: currency }))
    answer.headers.append("Set-Cookie", writeChoiceCookie(name, value));
  return answer;
}

/**
 * Returns to the page; where the browser has refused the cookies, its address carries the choice. Without `back` tells
 * what is remembered, for pages that come back from the browser's store.
 */
export async function GET(request: Request): Promise<Response> {
  const asked = new URL(request.url).searchParams;
  const remembered = await readRemembered();
  const back = asked.get("back");
  if (back === null) return new Response(remembered, { headers: { "Cache-Control": "no-store" } });
  const country = asked.get("country") ?? "";
  const currency = asked.get("currency") ?? "";
  if (remembered === `${country} ${currency}` || !KNOWN_COUNTRIES.has(country)) return redirect(writeBack(back));
  const shown = CURRENCY_CODES.has(currency) ? currency : (currencyOf(country) ?? "USD");
  return redirect(writeBack(back, { home: country, currency: shown, kept: "no" }));
}

const redirect = (address: string) =>
  new Response(null, { status: 303, headers: { "Cache-Control": "no-store", Location: address } });

/** Names no other country and currency than `choice`: an address that did would go before what is remembered. */
function writeBack(back: string, choice: Readonly<Record<string, string>> = {}): string {
  const { pathname, searchParams } = toOwnAddress(back);
  for (const name of ["currency", "home", "kept"]) searchParams.delete(name);
  for (const [name, value] of Object.entries(choice)) searchParams.set(name, value);
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}

/** Accepts only paths of this site, to prevent open redirects. */
function toOwnAddress(back: string): URL {
  const home = new URL("/", HERE);
  if (!URL.canParse(back, HERE)) return home;
  const url = new URL(back, HERE);
  return url.origin === HERE && !url.pathname.startsWith("//") ? url : home;
}
