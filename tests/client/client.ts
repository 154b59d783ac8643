import { setTimeout as sleep } from "node:timers/promises";
import createClient from "openapi-fetch";
import type { paths } from "./openapi";

/**
 * Calls every data endpoint with a client generated from the OpenAPI document; its types must fit. `sender`: client address
 * of these calls, because limits are per address.
 */
export async function readEverything(baseUrl: string, sender: string) {
  // The client ignores explode: false in the document.
  const querySerializer = { array: { style: "form", explode: false } } as const;
  const options = { baseUrl, querySerializer, headers: { "x-forwarded-for": sender }, fetch: askAgain };
  const { GET } = createClient<paths, "application/json">(options);
  const rows = createClient<paths, "text/csv">(options);
  const products = await GET("/api/services", { params: { query: { category: "streaming", page_size: 2 } } });
  const product = await GET("/api/services/{slug}", { params: { path: { slug: "netflix" } } });
  const countries = await GET("/api/countries");
  const prices = await GET("/api/prices", {
    params: { query: { product: ["netflix"], country: ["TR"], platform: ["ios"] } },
  });
  const comparison = await GET("/api/compare", {
    params: { query: { products: ["netflix", "chatgpt"], countries: ["US", "TR"] } },
  });
  const exported = await GET("/api/export", { params: { query: { dataset: "index", format: "json" } } });
  const csv = await rows.GET("/api/export/index.{format}", {
    params: { path: { format: "csv" } },
    parseAs: "text",
  });
  const heading: string | undefined = csv.data?.split("\r\n")[0];
  const wrong = await GET("/api/services/{slug}", { params: { path: { slug: "netflx" } } });
  // Unknown platforms and fields must not break an existing client.
  const first = prices.data?.data[0];
  const tomorrow = first && { ...first, platform: "console", changed_on: "2026-11-22" };
  const ofToday: NonNullable<typeof first> | undefined = tomorrow;
  return {
    tomorrow: ofToday?.platform,
    products: products.data?.data.map(({ product: slug, cheapest }) => [slug, cheapest?.usd_monthly ?? null] as const),
    product: product.data?.data.prices.length,
    countries: countries.data?.data.find(({ country }) => country === "EG")?.index?.n_products,
    prices: prices.data?.data.map(({ amount, currency }) => `${amount} ${currency}`),
    baseline: comparison.data?.data.savings.baseline?.country,
    heading,
    exported: exported.data?.data.length,
    suggestions: wrong.error && "suggestions" in wrong.error ? wrong.error.suggestions : undefined,
  };
}

/** A busy machine may answer 503 with Retry-After, after which a client asks again. */
async function askAgain(request: Request): Promise<Response> {
  for (let times = 0; ; times++) {
    const response = await fetch(request.clone());
    if (response.status !== 503 || times === 3) return response;
    await sleep(1_000);
  }
}
