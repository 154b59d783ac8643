import { findNames } from "@/lib/catalogue/search/data";
import { findPage } from "@/lib/catalogue/search/find-page-rules";

/** Sends a search text to the product, country or category it names, else to the list of services that match it. */
export async function GET(request: Request): Promise<Response> {
  const text = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, 100);
  const list = text === "" ? "/services" : `/services?q=${encodeURIComponent(text)}`;
  return new Response(null, {
    status: 307,
    headers: { Location: findPage(text, await findNames()) ?? list, "Cache-Control": "no-store" },
  });
}
