import { findNames } from "@/lib/search/data";
import { findExactPage } from "@/lib/search/rules";

/** Sends a search text to the product or country it names, else to the list of services that match it. */
export async function GET(request: Request): Promise<Response> {
  const text = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, 100);
  const { products, countries } = await findNames();
  const list = text === "" ? "/services" : `/services?q=${encodeURIComponent(text)}`;
  return new Response(null, {
    status: 307,
    headers: { Location: findExactPage(text, products, countries) ?? list, "Cache-Control": "no-store" },
  });
}
