import { findVersionRates } from "@/lib/catalogue/fx/data";
import { CURRENCY_COOKIE, chooseCurrency } from "@/lib/catalogue/fx/rules";

const ONE_YEAR_SECONDS = 31_536_000;
const HERE = "http://here.invalid";

/** Remembers the display currency and returns to the page that asked, with the currency in its address. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get("currency") ?? undefined;
  const { currency } = chooseCurrency(await findVersionRates(), asked, undefined);
  const back = toOwnAddress(searchParams.get("back") ?? "/");
  if (currency.code === "USD") back.searchParams.delete("currency");
  else back.searchParams.set("currency", currency.code);
  return new Response(null, {
    status: 303,
    headers: {
      Location: `${back.pathname}${back.search}`,
      "Set-Cookie": `${CURRENCY_COOKIE}=${currency.code}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax; HttpOnly`,
      "Cache-Control": "no-store",
    },
  });
}

/** Only paths of this site: a form must not become a way to send readers elsewhere. */
function toOwnAddress(back: string): URL {
  const home = new URL("/", HERE);
  if (!URL.canParse(back, HERE)) return home;
  const url = new URL(back, HERE);
  return url.origin === HERE && !url.pathname.startsWith("//") ? url : home;
}
